import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import pg from 'pg'
import { openPostgresql } from '#server/store/engine/postgresql/open.ts'
import { dropEventMonths } from '#server/store/events/months/drop-event-months.ts'
import { makeEventMonths } from '#server/store/events/months/make-event-months.ts'
import { monthAfter, readEventMonths } from '#server/store/events/months/read-event-months.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import { startPostgresql } from '../support/start-postgresql.ts'
import { createMigrated } from './create-migrated.ts'
import { fillLists, type Filling } from './fill-lists.ts'
import {
  askForDue,
  type Asked,
  daysAgo,
  inTurns,
  type Lists,
  milliseconds,
  openLists,
  prepareToAsk,
  repetitions,
  runsOf,
  timed,
  type Times,
} from './measure-lists.ts'

/**
 * Fills so many payments, a sixth as many subscriptions and ten thirds as many events, four fifths of them of one merchant, and a
 * third of all that beside; shows what takes how many times as long, asking both in turns, and what other merchants notice of
 * it. More than fits into 40 GB is filled only `byHand`.
 */
export const measureGrowth = async (rows: number, byHand: boolean): Promise<void> => {
  if (!Number.isInteger(rows) || rows < 30_000) throw new RangeError('--rows takes a whole number from 30000.')
  await refuseWithoutRoom(rows, byHand)
  const server = await startPostgresql({ isLarge: true })
  const closing = new AsyncDisposableStack()
  closing.defer(() => server.stop())
  try {
    const both: Filled[] = []
    for (const count of [Math.round(rows / 3), rows]) {
      const filled = await fill(server.url, count)
      closing.defer(() => filled.close())
      both.push(filled)
    }
    await compare(rows, both)
  } finally {
    await closing.disposeAsync()
  }
}

/** What a payment takes with its part of everything else, measured; and the log beside all of them, in bytes. */
const bytesForEach = 7_500
const bytesOfLog = 5e9
const gigabytesMax = 40

const refuseWithoutRoom = async (rows: number, byHand: boolean): Promise<void> => {
  const needed = ((rows + rows / 3) * bytesForEach + bytesOfLog) / 1e9
  const { bavail, bsize } = await statfs(tmpdir())
  const free = (bavail * bsize) / 1e9
  console.log(
    `${rows.toLocaleString('en')} payments need about ${needed.toFixed(1)} GB in ${tmpdir()}; ${free.toFixed(0)} GB are free.`,
  )
  if (needed > free * 0.9) throw new Error('There is not enough room.')
  if (needed > gigabytesMax && !byHand) throw new Error(`That is more than ${gigabytesMax} GB: add --by-hand.`)
}

/** A filled database with a service over it. */
interface Filled {
  readonly client: pg.Client
  readonly lists: Lists
  /** Drops the oldest month of events; answers how long that took, in milliseconds. */
  dropMonth(): Promise<number>
  close(): Promise<void>
}

const fill = async (serverUrl: string, rows: number): Promise<Filled> => {
  const url = await createMigrated(serverUrl)
  const database = await openPostgresql<Schema>(url, { mode: 'sandbox' })
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`alter system set max_wal_size = '4GB'`)
  await client.query('select pg_reload_conf()')
  await client.query('drop table events_first')
  const now = new Date().toISOString()
  for (let months = -30; months <= 0; months += 1) await makeEventMonths(database.db, monthAfter(now, months))
  const began = performance.now()
  await fillLists(url, fillingsOf(rows))
  const seconds = (performance.now() - began) / 1000
  console.log(`\n${rows.toLocaleString('en')} payments were filled in ${seconds.toFixed(0)} s`)
  await printSizes(client)
  const lists = await openLists(client, url)
  return {
    client,
    lists,
    async dropMonth() {
      const [month] = (await readEventMonths(database.db)).slice(1)
      return timed(() => dropEventMonths(database.db, month!.until))
    },
    async close() {
      await lists.close()
      await client.end()
      await database.close()
    },
  }
}

const compare = async (rows: number, both: readonly Filled[]): Promise<void> => {
  console.log(
    `\n95th percentiles at ${Math.round(rows / 3).toLocaleString('en')} and ${rows.toLocaleString('en')} payments, asked in turns`,
  )
  const due = await inTurns(
    repetitions,
    both.map(
      ({ client }) =>
        () =>
          askForDue(client),
    ),
  )
  print('due scan', due, { times: 2 })
  for (const { client } of both) {
    await client.query(`update subscriptions set held_until = now() + interval '30 days' where due_at <= now()`)
    await client.query(`vacuum (analyze) subscriptions`)
  }
  for (const [name, organizationId] of [
    ['', merchant],
    ['others: ', 'org_beside_1'],
  ] as const) {
    const tails: string[] = []
    for (const { client, lists } of both) {
      await lists.askFor(organizationId)
      tails.push(await tailOf(client, organizationId))
    }
    for (const question of questionsOf(rows / 3)) {
      const asks = []
      for (const [which, { client, lists }] of both.entries()) {
        const path = question.path.replace('TAIL', tails[which]!)
        asks.push((await prepareToAsk(client, lists.get, { ...question, path })).ask)
      }
      print(name + question.what, await inTurns(runsOf(question), asks), aimOf(question))
    }
  }
  const drops = []
  for (const { dropMonth } of both) {
    const millis = await dropMonth()
    drops.push({ p50: millis, p95: millis })
  }
  print('dropping a month of events', drops, { millis: 100 })
}

/** At most so many times as long with three times the rows, or at most so many milliseconds. */
type Aim = { readonly times: number } | { readonly millis: number }

const aimOf = ({ what, counts, limit }: Asked): Aim =>
  what === repeatedCount ? { millis: 10 } : { times: counts || limit === 'deep' ? 3 : 2 }

const merchant = 'org_listed'

/** One merchant has four fifths of everything, four have a twentieth each. */
const fillingsOf = (rows: number): readonly Filling[] =>
  ([[merchant, 0.8], ...[1, 2, 3, 4].map((n) => [`org_beside_${n}`, 0.05] as const)] as const).map(([name, part]) => [
    name,
    Math.round((rows * part) / 6),
    { payments: Math.round(rows * part), events: Math.round((rows * part * 10) / 3) },
  ])

const repeatedCount = 'payments, the total again'

const questionsOf = (fewerRows: number): readonly Asked[] => {
  const page = Math.min(1000, Math.floor((fewerRows * 0.8) / 100))
  const shopper = Math.round((fewerRows * 0.05) / 6)
  return [
    { what: 'payments, first page', path: '/payments', limit: 'quick' },
    { what: 'payments, by status', path: '/payments?payment_status=DECLINED', limit: 'quick', paged: true },
    { what: 'payments, by amount', path: '/payments?amount_from=2000&amount_to=2100', limit: 'quick', paged: true },
    { what: 'payments, of one day', path: `/payments?from=${daysAgo(400)}&to=${daysAgo(399)}`, limit: 'quick' },
    { what: `payments, page ${page}`, path: `/payments?page=${page}`, limit: 'deep', paged: true },
    { what: 'payments, a keyword', path: `/payments?search=user-${shopper}`, limit: 'deep' },
    { what: 'payments, first exact count', path: '/payments', limit: 'deep', counts: true },
    { what: repeatedCount, path: '/payments?limit=1', limit: 'quick', paged: true },
    { what: 'subscriptions, first page', path: '/subscriptions', limit: 'quick' },
    { what: 'subscriptions, past due', path: '/subscriptions?status=past_due', limit: 'quick', paged: true },
    { what: 'event tail', path: '/events?after=TAIL', limit: 'quick' },
  ]
}

/** The event that a reader has seen who comes fifty events late. */
const tailOf = async (client: pg.Client, organizationId: string): Promise<string> => {
  const { rows } = await client.query<{ id: string }>(
    `select id from events where organization_id = $1 order by sequence desc offset 50 limit 1`,
    [organizationId],
  )
  return rows[0]!.id
}

const printSizes = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ name: string; tables: string; indexes: string }>(
    `select coalesce(parent, relname) as name, round(sum(pg_table_size(oid)) / 1e6) as tables, round(sum(pg_indexes_size(oid)) / 1e6) as indexes
     from pg_class left join lateral (select 'events, all months' as parent from pg_inherits where inhrelid = oid) partition on true
     where relkind = 'r' and relnamespace = 'public'::regnamespace group by 1 having sum(pg_total_relation_size(oid)) > 1e6 order by 2 desc`,
  )
  for (const { name, tables, indexes } of rows)
    console.log(`  ${name.padEnd(20)} ${tables.padStart(7)} MB, indexes ${indexes.padStart(7)} MB`)
}

const print = (what: string, [few, many]: readonly Times[], aim: Aim): void => {
  const ratio = many!.p95 / few!.p95
  const isOver = 'times' in aim ? ratio > aim.times : many!.p95 > aim.millis
  const medians = `medians ${(many!.p50 / few!.p50).toFixed(1)} x`
  console.log(
    `  ${what.padEnd(36)} ${milliseconds(few!.p95)} ${milliseconds(many!.p95)}  ${ratio.toFixed(1).padStart(5)} x, ${medians}  aim ${'times' in aim ? `${aim.times} x` : `${aim.millis} ms`}${isOver ? '  missed' : ''}`,
  )
  if (isOver) process.exitCode = 1
}
