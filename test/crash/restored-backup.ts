import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { pino } from 'pino'
import { restore } from '#server/backup/restore.ts'
import { readConfig } from '#server/config/read-config.ts'
import type { OpenDatabase } from '#database/database-engine.ts'
import { openEmbedded } from '#database/embedded/open.ts'
import { migrateToLatest } from '#database/migrate/migrate-to-latest.ts'
import { openPostgresql } from '#database/postgresql/open.ts'
import { migrations } from '#server/store/migrations/index.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import { readBooks } from '../simulation/books.ts'
import { violationsOfBooks } from '../simulation/violations-of-books.ts'
import type { ClientAnswer } from '../simulation/world.ts'
import { bareEnvironment } from '../support/processes/bare-environment.ts'
import { findWords } from '../support/stories/find-words.ts'
import { createDatabase, dropDatabase } from '../support/databases/database-on-server.ts'
import { checkout, type Goods, hammer, send, type Service, stockShop } from './hammer.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { inTheEnd } from './until-finished.ts'

/** The state of a shop whose database was lost and restored. */
export interface AfterRestore {
  /** Faults in the restored books, a sentence each. */
  readonly violations: readonly string[]
  /** What the processor collected before the loss, while the restored server had to wait, and until the end. */
  readonly takenBefore: number
  readonly takenWhileWaiting: number
  readonly takenInAll: number
  /** The part of `takenInAll` that is in the restored books, and the part that was listed as money without a record. */
  readonly booked: number
  readonly unmatched: number
  /** How many renewals of the lost time were found and booked. */
  readonly renewalsFound: number
  /** The status of a payment made once money could move again. */
  readonly laterPayment: string
  /** The tables in which an erased customer is found after the restore, before and after servers have run. */
  readonly broughtBack: readonly string[]
  /** The message when the backup is restored into the same database a second time. */
  readonly again: string
}

/** What is wrong after a backup was restored, a sentence each. */
export const faultsOf = (after: AfterRestore): readonly string[] => [
  ...after.violations,
  ...(after.takenWhileWaiting === 0 ? [] : [`${after.takenWhileWaiting} were charged before the books were compared.`]),
  ...(after.unmatched > 0 ? [] : ['Nothing was lost, so nothing was tried.']),
  ...(after.booked + after.unmatched === after.takenInAll
    ? []
    : [`Of ${after.takenInAll}, ${after.booked} are booked and ${after.unmatched} listed as without a record.`]),
  ...(after.renewalsFound > 0 ? [] : ['No renewal was found.']),
  ...(after.laterPayment === 'SETTLING' ? [] : [`Once money might move, a payment was ${after.laterPayment}.`]),
  ...after.broughtBack.map((table) => `Somebody who was erased is back in ${table}.`),
  ...(/already has a database|The database is not empty/.test(after.again) ? [] : [`Again: ${after.again}`]),
]

/** Where the drill's databases are created, and where `pg_dump` is. */
export interface Grounds {
  /** The address of a PostgreSQL for the processor's books, and for our own books unless they are embedded. */
  readonly serverUrl: string
  /** The folder of PostgreSQL's programs; absent for an embedded database. */
  readonly programs?: string
}

const main = fileURLToPath(new URL('../../packages/server/src/cli/main.ts', import.meta.url))
const secret = { SECRET_KEY: 'a secret of the tests that nobody else has' }

/**
 * Lets clients buy while a backup is made, lets a month of the billing clock pass, kills the server, and restores the backup elsewhere.
 * The processor's books are in another database and lose nothing.
 */
export const loseAndRestore = async ({ serverUrl, programs }: Grounds): Promise<AfterRestore> => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-checkout-'))
  const made: string[] = []
  const makeDatabase = async () => {
    const url = await createDatabase(serverUrl)
    made.push(url)
    return url
  }
  const settingsOf = async (name: string): Promise<Record<string, string>> => ({
    ...secret,
    DATA_DIR: join(folder, name),
    ERASURES_FILE: join(folder, 'erasures'),
    ...(programs !== undefined && { DATABASE_URL: await makeDatabase() }),
  })
  const commandLine = (settings: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    run([...args, '--json'], {
      ...bareEnvironment,
      PATH: [programs && join(programs, 'bin'), process.env['PATH']].filter(Boolean).join(':'),
      ...settings,
    })

  const ledgerUrl = await makeDatabase()
  const ledger = await openPostgresql<Schema>(ledgerUrl, { mode: 'sandbox' })
  await migrateToLatest(ledger.db, migrations)
  const serving = { LEDGER_URL: ledgerUrl, FAULTS: 'off' }
  try {
    const lost = await settingsOf('lost')
    const server = await startServerProcess({ ...lost, ...serving })
    const { organizationId, key } = await server.makeOrganization()
    const file = join(folder, 'the.backup')
    await payAndLose({
      server,
      key,
      backUp: () => commandLine(lost, 'backup', '--to', file),
      erase: (id) => commandLine(lost, 'customer', 'erase', id, '--cancel-subscriptions'),
    })
    const takenBefore = await takenOf(ledger)

    const restored = await settingsOf('restored')
    await commandLine(restored, 'restore', '--from', file)
    const broughtBack = await findErased(restored)
    const again = await restore(readConfig(restored), pino({ level: 'silent' }), file).catch(
      (error: Error) => error.message,
    )
    // The billing clock continues after the lost month. During a real restore, leases expire and calls in flight end.
    await change(restored, sql`update clock set offset_millis = ${31 * 86_400_000}`)
    await change(restored, sql`update reconcile_first set since = since - interval '5 minutes'`)
    const successor = await startServerProcess({ ...restored, ...serving, ...inTheEnd(0) })
    const unmatched = await untilListed(() => commandLine(restored, 'reconcile-first', 'show'))
    const takenWhileWaiting = (await takenOf(ledger)) - takenBefore
    const laterPayment = await clearAndPay(successor, key, () =>
      commandLine(restored, 'reconcile-first', 'clear', '--why', 'refunded by hand'),
    )
    await successor.stop()
    broughtBack.push(...(await findErased(restored)))
    return {
      broughtBack,
      ...(await audit(restored, ledger, organizationId)),
      takenBefore,
      takenWhileWaiting,
      takenInAll: await takenOf(ledger),
      unmatched,
      laterPayment,
      again: String(again),
    }
  } finally {
    await ledger.close()
    for (const url of made) await dropDatabase(serverUrl, url)
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Losing {
  readonly server: ServerProcess
  readonly key: string
  backUp(): Promise<unknown>
  erase(id: string): Promise<unknown>
}

const erasedEmail = 'erased@example.com'

/** Backs up while clients pay, erases a customer, lets a month pass in which everything renews, and kills the server. */
const payAndLose = async ({ server, key, backUp, erase }: Losing): Promise<void> => {
  const service = { url: () => server.url, key }
  const goods = await stockShop(service)
  await checkout(service, () => true, { planId: goods.monthlyPlanId, email: 'subscriber@example.com' })
  await checkout(service, () => true, { planId: goods.monthlyPlanId, email: erasedEmail })
  const paying = startPaying(service, goods)
  await paying.until(6)
  await backUp()
  await paying.until(4)
  await paying.stop()
  const { body } = await send(service, 'GET', `/customers?search=${erasedEmail}`)
  await erase((body.data as { id: string }[])[0]!.id)
  await letMonthPass(service)
  const lastPaying = startPaying(service, goods)
  await lastPaying.until(4)
  await server.kill()
  await lastPaying.stop()
}

const startPaying = (service: Service, goods: Goods) => {
  const told: ClientAnswer[] = []
  let goesOn = true
  const hammering = Array.from({ length: 3 }, () => hammer(service, goods, told, () => goesOn))
  return {
    /** Resolves after this many further answers. */
    async until(more: number) {
      const before = told.length
      while (told.length < before + more) await wait(20)
    },
    async stop() {
      goesOn = false
      await Promise.all(hammering)
    },
  }
}

/**
 * Moves the clock by a month, however long that takes. No shopper pays during the move, because the clock would stop for each new payment.
 */
const letMonthPass = async ({ url, key }: Service): Promise<void> => {
  const answer = await fetch(`${url()}/sandbox/clock`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ advance: 'P1M' }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** The total of the charges that the processor captured. */
const takenOf = async ({ db }: OpenDatabase<Schema>): Promise<number> => {
  const { rows } = await sql<{ taken: number }>`
    select coalesce(sum(amount), 0)::float8 as taken from sandbox_processor.transactions
    where kind <> 'refund' and outcome->>'kind' = 'approved' and (kind = 'capture' or outcome->>'captured' = 'true')`.execute(
    db,
  )
  return rows[0]!.taken
}

/**
 * Waits until the processor's list has been compared with the books. Returns the amount that the processor collected and the books lack.
 */
const untilListed = async (show: () => Promise<unknown>): Promise<number> => {
  for (;;) {
    const { waiting, unmatched } = (await show()) as Shown
    if (waiting.every(({ listed_at: listedAt }) => listedAt !== null)) {
      return unmatched.filter(({ kind }) => kind !== 'refund').reduce((sum, { amount }) => sum + amount, 0)
    }
    await wait(1000)
  }
}

interface Shown {
  readonly waiting: readonly { readonly listed_at: string | null }[]
  readonly unmatched: readonly { readonly kind: string; readonly amount: number }[]
}

const clearAndPay = async (server: ServerProcess, key: string, clear: () => Promise<unknown>): Promise<string> => {
  const service = { url: () => server.url, key }
  await clear()
  const goods = await send(service, 'GET', '/plans?limit=10')
  const planId = (goods.body.data as { id: string; type: string }[]).find(({ type }) => type === 'one-off')!.id
  const paid = await checkout(service, () => true, { planId, email: 'later@example.com' })
  return paid?.answer?.body.payment_status as string
}

/** Checks the restored books and compares them with the processor's. */
const audit = async (
  settings: Readonly<Record<string, string>>,
  ledger: OpenDatabase<Schema>,
  organizationId: string,
): Promise<Pick<AfterRestore, 'violations' | 'booked' | 'renewalsFound'>> => {
  const { rows } = await sql<{ lines: string }>`
    select jsonb_agg(to_jsonb(line))::text as lines from sandbox_processor.transactions as line`.execute(ledger.db)
  const { db, close } = await open(settings)
  try {
    await sql`insert into sandbox_processor.transactions
      select line.* from jsonb_populate_recordset(null::sandbox_processor.transactions, ${rows[0]!.lines}::jsonb) as line`.execute(
      db,
    )
    const books = await readBooks(db, organizationId)
    const taken = books.attempts.filter(
      ({ kind, ledger: line }) =>
        kind !== 'refund' && line?.outcome === 'approved' && (kind === 'capture' || line.captured),
    )
    return {
      violations: violationsOfBooks(books),
      booked: taken.reduce((sum, { ledger: line }) => sum + line!.amount, 0),
      renewalsFound: books.payments.filter(({ purpose, status }) => purpose === 'renew' && status !== 'PENDING').length,
    }
  } finally {
    await close()
  }
}

/** The tables with the erased customer's e-mail address, except `erasures`, which stores it until all copies are removed. */
const findErased = async (settings: Readonly<Record<string, string>>): Promise<string[]> => {
  const { db, close } = await open(settings)
  const found = Object.keys(await findWords(db, [erasedEmail]))
  await close()
  return found.filter((table) => table !== 'public.erasures')
}

const open = ({ DATABASE_URL, DATA_DIR }: Readonly<Record<string, string>>): Promise<OpenDatabase<Schema>> =>
  DATABASE_URL === undefined ? openEmbedded(DATA_DIR!) : openPostgresql(DATABASE_URL, { mode: 'sandbox' })

const change = async (settings: Readonly<Record<string, string>>, statement: ReturnType<typeof sql>): Promise<void> => {
  const { db, close } = await open(settings)
  await statement.execute(db)
  await close()
}

/** Runs a command, and returns its answer. */
const run = (args: readonly string[], env: Readonly<Record<string, string>>): Promise<unknown> =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, [main, ...args], { env }, (error, said, complaint) =>
      error === null ? resolve(JSON.parse(said)) : reject(new Error(`${args[0]}: ${complaint}`)),
    )
  })
