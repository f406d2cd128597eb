import pg from 'pg'
import { createMigrated } from './serving/create-migrated.ts'
import { startPostgresql } from '../support/databases/start-postgresql.ts'
import { fillLists } from './fill/fill-lists.ts'
import { measureGrowth } from './growth/measure-growth.ts'
import {
  type Asked,
  daysAgo,
  type Lists,
  measureAsked,
  measureDue,
  milliseconds,
  openLists,
  repeated,
  repetitions,
  timed,
} from './growth/measure-lists.ts'

// `npm run bench:lists`: lists of a million rows each, and due subscriptions among a million, on a real PostgreSQL. `npm run bench:lists
// -- 100000` uses fewer rows. `npm run bench:lists -- --rows 3000000` fills that many payments, with subscriptions and events in
// proportion, most of them for one merchant, and compares with a third of them.

/** The limits of the 95th percentile in milliseconds: for a page or filter, and for a query that must read many rows. */
const limits = { quick: 50, deep: 300 } as const

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

const main = async (rows: number): Promise<void> => {
  const server = await startPostgresql()
  const url = await createMigrated(server.url)
  const client = new pg.Client(url)
  await client.connect()
  try {
    console.log(`Finding 50 due subscriptions on PostgreSQL`)
    await fillLists(url, [['org_neighbour', rows / 20]])
    const few = await printDue(client, rows / 20)
    await fillLists(url, [['org_listed', rows]])
    const many = await printDue(client, rows + rows / 20)
    console.log(`  ${(many / few).toFixed(1)} x the time for 21 x the rows`)
    // Nothing may fall due while the lists are measured.
    await client.query(`update subscriptions set deferred_until = now() + interval '30 days' where due_at <= now()`)
    await client.query(`vacuum (analyze) subscriptions`)
    await measureLists(client, url, rows)
  } finally {
    await client.end()
    await server.stop()
  }
}

const printDue = async (client: pg.Client, among: number): Promise<number> => {
  const { p50, index } = await measureDue(client)
  console.log(`  among ${among.toLocaleString('en').padStart(9)}: ${p50.toFixed(2)} ms  (${index})`)
  return p50
}

const measureLists = async (client: pg.Client, databaseUrl: string, rows: number): Promise<void> => {
  const lists = await openLists(client, databaseUrl)
  try {
    await lists.askFor('org_listed')
    console.log(`\nLists at ${rows.toLocaleString('en')} rows, one request at a time, 100 rows a page`)
    const floor = await repeated(repetitions, () => timed(() => lists.get('/plans?limit=1')))
    console.log(
      `  ${'a list of one plan, as the floor'.padEnd(38)} p50 ${milliseconds(floor.p50)}  p95 ${milliseconds(floor.p95)}`,
    )
    for (const question of asked) await measure(client, lists, question)
  } finally {
    await lists.close()
  }
}

const measure = async (client: pg.Client, { get }: Lists, question: Asked): Promise<void> => {
  const { p50, p95, total } = await measureAsked(client, get, question)
  const limit = limits[question.limit]
  const ratio = p95 / limit
  console.log(
    `  ${question.what.padEnd(38)} p50 ${milliseconds(p50)}  p95 ${milliseconds(p95)}  ${ratio.toFixed(2)} of ${limit} ms   ${total.toLocaleString('en')} rows${ratio > 1 ? '  over the limit' : ''}`,
  )
  if (ratio > 1) process.exitCode = 1
}

const growing = process.argv.indexOf('--rows')
if (growing < 0) await main(Number(process.argv[2] ?? 1_000_000))
else await measureGrowth(Number(process.argv[growing + 1]), process.argv.includes('--by-hand'))
