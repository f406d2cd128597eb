import { startOfMonthAfter, type Timestamp } from '@billing-checkout/domain'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '#server/store/database.ts'
import { isLockTimeoutOrDeadlock } from '#database/errors/error-codes.ts'
import { openPostgresql } from '#database/postgresql/open.ts'
import { dropEventMonths } from '#server/store/events/months/drop-event-months.ts'
import { makeEventMonths } from '#server/store/events/months/make-event-months.ts'
import { readEventMonths } from '#server/store/events/months/read-event-months.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import { createMigrated } from '../serving/create-migrated.ts'
import { fillLists, type Filling } from '../fill/fill-lists.ts'
import { type Lists, openLists, timed } from './measure-lists.ts'

/** A filled database with a service on it. */
export interface FilledDatabase {
  readonly client: pg.Client
  readonly lists: Lists
  dropMonth(): Promise<DroppedMonth>
  close(): Promise<void>
}

/** What dropping a month of events took, in milliseconds. */
export interface DroppedMonth {
  /** From the first try until the month's files were gone, including the pauses between tries. */
  readonly millis: number
  /** The longest wait of a client that read events at the same time. */
  readonly longestWait: number
}

/** Creates a database with this many payments, and everything else in proportion. Returns its address. */
export const fillDatabase = async (serverUrl: string, rows: number): Promise<string> => {
  const url = await createMigrated(serverUrl)
  const database = await openPostgresql<Schema>(url, { mode: 'sandbox' })
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`alter system set max_wal_size = '4GB'`)
    await client.query('select pg_reload_conf()')
    await client.query('drop table events_first')
    const now = new Date().toISOString()
    for (let months = -30; months <= 0; months += 1) await makeEventMonths(database.db, startOfMonthAfter(now, months))
    const began = performance.now()
    await fillLists(url, fillingsOf(rows))
    await sealEvents(client)
    const seconds = (performance.now() - began) / 1000
    console.log(`\n${rows.toLocaleString('en')} payments were filled in ${seconds.toFixed(0)} s`)
    await printSizes(client)
    return url
  } finally {
    await client.end()
    await database.close()
  }
}

/**
 * Marks the filled rows as sealed in the audit log, as they would be in production. Otherwise servers would seal them during the
 * measurement.
 */
const sealEvents = (client: pg.Client) =>
  client.query(`insert into audit_positions
    select organization_id, sequence, recorded_at from organizations cross join lateral (
      select organization_id, sequence, recorded_at from events
      where organization_id = organizations.id order by sequence desc limit 1
    ) as last`)

/** Starts a service over a filled database. */
export const openFilled = async (url: string): Promise<FilledDatabase> => {
  const database = await openPostgresql<Schema>(url, { mode: 'sandbox' })
  const client = new pg.Client(url)
  await client.connect()
  const lists = await openLists(client, url)
  return {
    client,
    lists,
    async dropMonth() {
      // Drop the first month without a measurement, because that month is not full.
      const [first, month] = await readEventMonths(database.db)
      await dropUntil(database.db, first!.until)
      const reading = readMeanwhile(client)
      const millis = await timed(() => dropUntil(database.db, month!.until))
      return { millis, longestWait: await reading.end() }
    },
    async close() {
      await lists.close()
      await client.end()
      await database.close()
    },
  }
}

/** If a client is reading a month, the job skips that month until its next run. Reading so many rows takes long, so retry. */
const dropUntil = async (database: Database, until: Timestamp): Promise<void> => {
  for (;;) {
    try {
      await dropEventMonths(database, until)
      return
    } catch (error) {
      if (!isLockTimeoutOrDeadlock(error)) throw error
      await wait(1000)
    }
  }
}

/** Reads events repeatedly, which waits while their table is locked. `end` stops this and returns the longest wait in milliseconds. */
const readMeanwhile = (client: pg.Client): { readonly end: () => Promise<number> } => {
  const over = new AbortController()
  const longestOf = async (): Promise<number> => {
    let longest = 0
    while (!over.signal.aborted) {
      longest = Math.max(longest, await timed(() => client.query('select from events limit 0')))
      await wait(2)
    }
    return longest
  }
  const longest = longestOf()
  return {
    end: () => {
      over.abort()
      return longest
    },
  }
}

/** The merchant that has most of the rows. */
export const merchant = 'org_listed'

/** One merchant has four fifths of all rows, and four others a twentieth each. */
const fillingsOf = (rows: number): readonly Filling[] =>
  ([[merchant, 0.8], ...[1, 2, 3, 4].map((n) => [`org_beside_${n}`, 0.05] as const)] as const).map(([name, part]) => [
    name,
    Math.round((rows * part) / 6),
    { payments: Math.round(rows * part), events: Math.round((rows * part * 10) / 3) },
  ])

const printSizes = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ name: string; tables: string; indexes: string }>(
    `select coalesce(parent, relname) as name, round(sum(pg_table_size(oid)) / 1e6) as tables, round(sum(pg_indexes_size(oid)) / 1e6) as indexes
     from pg_class left join lateral (select 'events, all months' as parent from pg_inherits where inhrelid = oid) partition on true
     where relkind = 'r' and relnamespace = 'public'::regnamespace group by 1 having sum(pg_total_relation_size(oid)) > 1e6 order by 2 desc`,
  )
  for (const { name, tables, indexes } of rows)
    console.log(`  ${name.padEnd(20)} ${tables.padStart(7)} MB, indexes ${indexes.padStart(7)} MB`)
}
