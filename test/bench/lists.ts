import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrateToLatest } from '#server/store/engine/migrate-to-latest.ts'
import { openPostgresql } from '#server/store/engine/postgresql/open.ts'
import { migrations } from '#server/store/migrations/index.ts'
import { createDatabase } from '../support/database-on-server.ts'
import { startPostgresql } from '../support/start-postgresql.ts'
import { fillLists } from './fill-lists.ts'

// `npm run bench:lists`: lists of a million rows each, and due subscriptions among a million, on a real PostgreSQL.
// `npm run bench:lists -- 100000` does the same with fewer.

const rows = Number(process.argv[2] ?? 1_000_000)
const repetitions = 30

/** Milliseconds that 95 of 100 answers may take: a page or a filter, and what has to go through many rows. */
const limits = { quick: 50, deep: 300 } as const

interface Asked {
  readonly what: string
  readonly path: string
  readonly limit: keyof typeof limits
  /** A page of a snapshot that was asked for before, so that its total is known. */
  readonly paged?: true
  /** Forget all totals first, so that the answer has to count. */
  readonly counts?: true
}

const asked: readonly Asked[] = [
  { what: 'payments, first page', path: '/payments', limit: 'quick' },
  { what: 'payments, by status DECLINED', path: '/payments?payment_status=DECLINED', limit: 'quick', paged: true },
  { what: 'payments, all but SETTLED', path: '/payments?payment_status_not_in=SETTLED', limit: 'quick', paged: true },
  { what: 'payments, by currency', path: '/payments?currency_code=USD', limit: 'quick', paged: true },
  { what: 'payments, by amount', path: '/payments?amount_from=2000&amount_to=2100', limit: 'quick', paged: true },
  {
    what: 'payments, by descriptor',
    path: '/payments?statement_descriptor=LANTERN+BOOKS',
    limit: 'quick',
    paged: true,
  },
  { what: 'payments, of one day', path: `/payments?from=${daysAgo(400)}&to=${daysAgo(399)}`, limit: 'quick' },
  { what: 'payments, by amount, dearest first', path: '/payments?sort=amount', limit: 'quick' },
  { what: 'payments, page 1,000', path: '/payments?page=1000', limit: 'deep', paged: true },
  { what: 'payments, page 1,000 by amount', path: '/payments?sort=amount&page=1000', limit: 'deep', paged: true },
  { what: 'payments, search for one shopper', path: '/payments?search=user-771234', limit: 'deep' },
  { what: 'payments, search for a family name', path: '/payments?search=da9e3c1', limit: 'deep' },
  {
    what: 'payments, search among the declined',
    path: '/payments?search=user-77&payment_status=DECLINED',
    limit: 'deep',
  },
  { what: 'payments, first exact count', path: '/payments', limit: 'deep', counts: true },
  { what: 'payments, first count of SETTLED', path: '/payments?payment_status=SETTLED', limit: 'deep', counts: true },
  { what: 'payments, first count by amount', path: '/payments?amount_from=2000', limit: 'deep', counts: true },
  { what: 'customers, first page', path: '/customers', limit: 'quick' },
  { what: 'customers, by name', path: '/customers?sort=full_name&order=asc', limit: 'quick' },
  { what: 'customers, page 1,000', path: '/customers?page=1000', limit: 'deep', paged: true },
  { what: 'customers, search', path: '/customers?search=user-771234', limit: 'deep' },
  { what: 'customers, first exact count', path: '/customers', limit: 'deep', counts: true },
  { what: 'subscriptions, first page', path: '/subscriptions', limit: 'quick' },
  { what: 'subscriptions, past due', path: '/subscriptions?status=past_due', limit: 'quick', paged: true },
  { what: 'subscriptions, page 1,000', path: '/subscriptions?page=1000', limit: 'deep', paged: true },
  { what: 'subscriptions, first exact count', path: '/subscriptions', limit: 'deep', counts: true },
]

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

const main = async (): Promise<void> => {
  const server = await startPostgresql()
  const url = await createDatabase(server.url)
  const database = await openPostgresql(url, { mode: 'sandbox' })
  await migrateToLatest(database.db, migrations)
  await database.close()
  const client = new pg.Client(url)
  await client.connect()
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    console.log(`Finding 50 due subscriptions on PostgreSQL`)
    await fillLists(url, [['org_neighbour', rows / 20]])
    const few = await measureDue(client, rows / 20)
    await fillLists(url, [['org_listed', rows]])
    const many = await measureDue(client, rows + rows / 20)
    console.log(`  ${(many / few).toFixed(1)} x the time for 21 x the rows`)
    // Nothing may fall due while the lists are measured.
    await client.query(`update subscriptions set held_until = now() + interval '30 days' where due_at <= now()`)
    await client.query(`vacuum (analyze) subscriptions`)
    await measureLists(client, url, folder)
  } finally {
    await client.end()
    rmSync(folder, { recursive: true, force: true })
    await server.stop()
  }
}

/** The query of the worker that takes up what is due; answers its median in milliseconds. */
const measureDue = async (client: pg.Client, among: number): Promise<number> => {
  const times: number[] = []
  for (let n = 0; n < repetitions; n++) {
    const began = performance.now()
    await client.query(
      `select organization_id, id from subscriptions where due_at <= (select billing_now())
       and (lease_until is null or lease_until < now()) order by due_at limit 50 for update skip locked`,
    )
    times.push(performance.now() - began)
  }
  const { rows: plan } = await client.query<{ 'QUERY PLAN': string }>(
    `explain select id from subscriptions where due_at <= (select billing_now()) order by due_at limit 50`,
  )
  const index = /Index (?:Only )?Scan using \w+/.exec(plan.map((row) => row['QUERY PLAN']).join(' '))?.[0] ?? 'NO INDEX'
  console.log(`  among ${among.toLocaleString('en').padStart(9)}: ${share(times, 0.5).toFixed(2)} ms  (${index})`)
  if (index === 'NO INDEX') process.exitCode = 1
  return share(times, 0.5)
}

const measureLists = async (client: pg.Client, databaseUrl: string, folder: string): Promise<void> => {
  const child = fork(new URL('serve-billing.ts', import.meta.url), {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'silent',
      RATE_LIMIT: 'off',
    },
  })
  try {
    const [told] = (await once(child, 'message')) as [{ readonly port: number; readonly key: string; planId: string }]
    await client.query(
      `update api_keys set organization_id = 'org_listed' where organization_id = (select id from organizations where name = 'Bench')`,
    )
    const get = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${told.port}${path}`, {
        headers: { Authorization: `Bearer ${told.key}` },
      })
      const body = (await answer.json()) as { readonly meta: { readonly total: number; readonly snapshot_at: string } }
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(body)}`)
      return body
    }
    // The key is remembered for a second under its old organization.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    console.log(`\nLists at ${rows.toLocaleString('en')} rows, one request at a time, 100 rows a page`)
    const floor: number[] = []
    for (let n = 0; n < repetitions; n++) floor.push(await timed(() => get('/plans?limit=1')))
    console.log(
      `  ${'a list of one plan, as the floor'.padEnd(38)} p50 ${milliseconds(share(floor, 0.5))}  p95 ${milliseconds(share(floor, 0.95))}`,
    )
    for (const list of asked) await measure(client, get, list)
  } finally {
    await end(child)
  }
}

type Get = (path: string) => Promise<{ readonly meta: { readonly total: number; readonly snapshot_at: string } }>

const measure = async (client: pg.Client, get: Get, { what, path, limit, paged, counts }: Asked): Promise<void> => {
  const first = await get(path)
  const again = paged
    ? `${path}${path.includes('?') ? '&' : '?'}snapshot_at=${encodeURIComponent(first.meta.snapshot_at)}`
    : path
  const times: number[] = []
  for (let n = 0; n < (counts ? 10 : repetitions); n++) {
    if (counts) await client.query('delete from list_totals')
    times.push(await timed(() => get(again)))
  }
  const p95 = share(times, 0.95)
  const ratio = p95 / limits[limit]
  console.log(
    `  ${what.padEnd(38)} p50 ${milliseconds(share(times, 0.5))}  p95 ${milliseconds(p95)}  ${ratio.toFixed(2)} of ${limits[limit]} ms   ${first.meta.total.toLocaleString('en')} rows${ratio > 1 ? '  over the limit' : ''}`,
  )
  if (ratio > 1) process.exitCode = 1
}

const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await run()
  return performance.now() - began
}

const share = (times: readonly number[], part: number): number =>
  times.toSorted((one, other) => one - other)[Math.min(Math.ceil(times.length * part), times.length) - 1]!

const milliseconds = (millis: number): string => `${millis.toFixed(1).padStart(7)} ms`

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

await main()
