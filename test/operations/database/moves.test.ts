import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOfMonthAfter } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { backUp } from '#server/backup/back-up.ts'
import { openBackupSource } from '#server/backup/backup-source.ts'
import { findFaultsInBooks } from '#server/backup/database-totals.ts'
import { exportDatabase, importDatabase } from '#server/backup/export-and-import.ts'
import { findTables } from '#server/backup/rows/tables.ts'
import { readConfig } from '#server/config/read-config.ts'
import type { OpenDatabase } from '#database/database-engine.ts'
import { openDatabase } from '#database/open-database.ts'
import { maintainEventMonths, readWallClock } from '#server/store/events/months/maintain-event-months.ts'
import { readEventMonths } from '#server/store/events/months/read-event-months.ts'
import { findWaitingConnections } from '#server/store/reconcile-first/reconcile-first.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import { createDatabase, dropDatabase } from '../../support/databases/database-on-server.ts'
import { openTestDatabase, templatesOf } from '../../support/databases/databases.ts'
import { startService } from '../../support/services/running-service.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'

const folder = mkdtempSync(join(tmpdir(), 'moves-'))
const secretKey = 'a secret of the tests that nobody else has'
const logger = pino({ level: 'silent' })

/** The settings with which a database is exported, or an empty one is filled. */
const settingsOf = (name: string, databaseUrl?: string) => ({
  DATA_DIR: join(folder, name),
  SECRET_KEY: secretKey,
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
})
type Settings = ReturnType<typeof settingsOf>

const targetOf = (name: string) => ({ file: join(folder, name), unfinished: join(folder, `${name}.unfinished`) })

const read = async <Answer>(settings: Settings, ask: (database: OpenDatabase<Schema>) => Promise<Answer>) => {
  const { databaseUrl, dataDir, mode } = readConfig(settings)
  const database = await openDatabase<Schema>({ databaseUrl: databaseUrl ?? undefined, dataDir, mode })
  try {
    return await ask(database)
  } finally {
    await database.close()
  }
}

/** A digest of all rows of every table, generated columns included, except what describes the database itself. */
const digestsOf = (settings: Settings): Promise<Readonly<Record<string, string>>> =>
  read(settings, async ({ db }) => {
    const digests: Record<string, string> = {}
    for (const { name } of await findTables(db)) {
      // Not the audit log: the import records there that connections must be reconciled first.
      if (ofTheDatabase.has(name) || name.startsWith('public.audit_')) continue
      const { rows } = await sql<{ digest: string }>`
        select count(*) || ' ' || coalesce(md5(string_agg(md5(line::text), ',' order by line::text collate "C")), '') as digest
        from ${sql.raw(name)} as line`.execute(db)
      digests[name] = rows[0]!.digest
    }
    return digests
  })

const ofTheDatabase = new Set(['public.database_identity', 'public.reconcile_first', 'public.schema_migrations'])

const lastNumberOf = (settings: Settings): Promise<unknown> =>
  read(settings, async ({ db }) => (await sql`select nextval('events_sequence_seq')::text as next`.execute(db)).rows[0])

/** Texts and values that an export to a file easily damages. */
const oddRows = [
  sql`insert into operator_warnings (name, detail, seen_at) values
    (${'"quoted", {braced}\\ \u2028 \u0085 \t\r\n ü 😀 \\u0000'}, ${' '}, '2026-01-01 00:00:00.123456+00'), ('', '', 'infinity')`,
  sql`insert into element_files (path, body, seal, created_at) values
    ('large.js', ${randomBytes(2_000_000)}, ${Buffer.from([0, 10, 13, 92, 255])}, '0044-03-15 12:00:00.000001+00 BC')`,
  sql`update organizations set settings = settings || jsonb_build_object('display_name', repeat('é"\\', 200000),
    'exact', 12345678901234567890.123456789012345678901234567890)`,
]

let server: string
let source: Settings
let file: string
beforeAll(async () => {
  server = (await templatesOf('postgresql')).server
  const database = await openTestDatabase('postgresql')
  const service = await startService(database)
  const subscriber = await aSubscriber(service, aMonthlyPlan())
  const [paid] = await subscriber.payments()
  await service.send('POST', `/payments/refund/${paid.id}`, { body: { amount: 100 } })
  await moveClock(service, 'P1M')
  for (const odd of oddRows) await odd.execute(database.db)
  // Moves half of the events two months ahead.
  const now = await readWallClock(database.db)
  await maintainEventMonths(database.db, { keptMonths: null }, startOfMonthAfter(now, 2))
  await sql`update events set recorded_at = recorded_at + interval '2 months' where sequence % 2 = 0`.execute(
    database.db,
  )
  source = settingsOf('source', database.url)
  file = targetOf('first').file
  await exportDatabase(readConfig(source), logger, targetOf('first'))
  return async () => {
    await service.close()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}, 300_000)

/** The number of events in each month. */
const monthsOf = (settings: Settings): Promise<Readonly<Record<string, string>>> =>
  read(settings, async ({ db }) => {
    const counts: Record<string, string> = {}
    for (const { name } of await readEventMonths(db)) {
      const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(name)}`.execute(db)
      counts[name] = String(rows[0]?.count)
    }
    return counts
  })

const anEmptyDatabase = async (): Promise<string> => {
  const url = await createDatabase(server)
  onTestFinished(() => dropDatabase(server, url))
  return url
}

/** Kills a process that has imported half of the file. Returns the rows of `element_files` that it left in the database. */
const killHalfWay = async (settings: Settings): Promise<readonly object[]> => {
  const script = new URL('../../support/processes/import-half.ts', import.meta.url)
  const child = fork(script, [file], { env: { ...process.env, MODE: 'sandbox', ...settings }, execArgv: [] })
  const ended = once(child, 'exit').then(() => 'ended')
  expect(await Promise.race([once(child, 'message'), ended])).toContain('half')
  child.kill('SIGKILL')
  await ended
  return read(settings, ({ db }) => db.selectFrom('elementFiles').select('path').execute())
}

test(
  'a database moves to the embedded one and back with every value; a killed import leaves no row and can be repeated',
  { timeout: 600_000 },
  async () => {
    const embedded = settingsOf('embedded')
    const back = settingsOf('back', await anEmptyDatabase())

    const left = [await killHalfWay(embedded), await killHalfWay(back)]
    const answer = await importDatabase(readConfig(embedded), logger, file)
    await exportDatabase(readConfig(embedded), logger, targetOf('second'))
    await importDatabase(readConfig(back), logger, targetOf('second').file)

    expect(left).toEqual([[], []])
    const original = await digestsOf(source)
    expect(await digestsOf(embedded)).toEqual(original)
    expect(await digestsOf(back)).toEqual(original)
    expect(await monthsOf(embedded)).toEqual(await monthsOf(source))
    const months = await monthsOf(back)
    expect(months).toEqual(await monthsOf(source))
    expect(Object.values(months).filter((count) => count !== '0')).toHaveLength(2)
    expect(answer).toMatchObject({
      ok: true,
      faults: [],
      sums: expect.arrayContaining([expect.objectContaining({ what: 'refunds', amount: '100' })]),
    })
    expect(await lastNumberOf(back)).toEqual(await lastNumberOf(source))
    expect(await read(back, ({ db }) => findWaitingConnections(db))).toMatchObject([
      { connection: 'sandbox', why: expect.stringContaining('was imported') },
    ])
    await expect(importDatabase(readConfig(back), logger, file)).rejects.toThrow('The database is not empty')
  },
)

test('an export during charges shows the database at one moment', { timeout: 600_000 }, async () => {
  const database = await openTestDatabase('postgresql')
  const service = await startService(database)
  onTestFinished(() => service.close().then(database.close))
  await aSubscriber(service, aMonthlyPlan())
  const target = targetOf('beside')
  const over = new AbortController()
  let charged = 0
  const charge = async () => {
    for (; !over.signal.aborted; charged++) await aSubscriber(service, aMonthlyPlan())
  }

  const exported = exportDatabase(readConfig(settingsOf('beside', database.url)), logger, target)
  await Promise.all([charge(), charge(), exported.finally(() => over.abort())])
  const copy = settingsOf('copy', await anEmptyDatabase())
  const { ok, faults, sums } = await importDatabase(readConfig(copy), logger, target.file)

  expect(charged).toBeGreaterThan(0)
  expect({ ok, faults }).toEqual({ ok: true, faults: [] })
  expect(sums).toEqual((await exported).sums)
  const withoutAttempt = await read(copy, ({ db }) =>
    sql`select from payments where payment_status <> 'PENDING'
    and not exists (select from attempts where payment_id = payments.id)`.execute(db),
  )
  expect(withoutAttempt.rows).toEqual([])
})

test('every table of the schema is exported', async () => {
  const { exported, inDatabase } = await read(source, async ({ db }) => ({
    exported: (await findTables(db)).map(({ name }) => name),
    inDatabase: (
      await sql<{ name: string }>`
        select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`.execute(
        db,
      )
    ).rows.map(({ name }) => name),
  }))

  const left = inDatabase.filter((name) => !exported.includes(name))
  // The export leaves these out: `request_counts` is an unlogged table, and the months of events are partitions of one table.
  expect(left.filter((name) => !/^public\.events_\d{4}_\d\d$/.test(name))).toEqual([
    'public.events_first',
    'public.events_without_month',
    'public.request_counts',
  ])
})

test('books that do not add up are reported for each payment', async () => {
  const rollback = new Error('Only looked at.')
  const said: (readonly string[])[] = []
  const spoiling = read(source, ({ db }) =>
    db.transaction().execute(async (transaction) => {
      said.push(await findFaultsInBooks(transaction))
      await sql`alter table payments disable trigger user`.execute(transaction)
      await sql`update payments set refunded_amount = 200 where refunded_amount > 0`.execute(transaction)
      said.push(await findFaultsInBooks(transaction))
      throw rollback
    }),
  )

  await expect(spoiling).rejects.toBe(rollback)
  expect(said).toEqual([[], [expect.stringMatching(/^Payment pay_\S+ says 200 refunded; its refunds come to 100$/)]])
})

test('a backup with no pg_dump, or with an older one, reports what is missing', async () => {
  const programs = mkdtempSync(join(folder, 'programs-'))
  vi.stubEnv('PATH', programs)
  onTestFinished(() => void vi.unstubAllEnvs())
  const books = await openBackupSource(readConfig(source), logger)
  onTestFinished(() => books.database.close())

  await expect(backUp(books, targetOf('none'))).rejects.toThrow('There is no pg_dump on PATH: install')
  writeFileSync(join(programs, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 9.6.24"\n', { mode: 0o755 })
  await expect(backUp(books, targetOf('none'))).rejects.toThrow(
    'pg_dump on PATH is of PostgreSQL 9, and the database is of',
  )
  expect(existsSync(targetOf('none').file)).toBe(false)
})
