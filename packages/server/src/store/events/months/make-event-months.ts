import { startOfMonthAfter, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { changePartitions } from './change-partitions.ts'
import { type EventMonth, readEventMonths } from './read-event-months.ts'

/** Makes the missing partitions up to three months after the month of `now`. */
export const makeEventMonths = async (database: Database, now: Timestamp): Promise<void> => {
  if (missingMonths(await readEventMonths(database), now).length === 0) return
  await changePartitions(database, async (transaction) => {
    for (const month of missingMonths(await readEventMonths(transaction), now)) await makeMonth(transaction, month)
  })
}

const monthsAhead = 3

/**
 * Returns the partitions that are missing up to `monthsAhead`. They start at the end of the last existing partition, so that there is no
 * gap. If no partition was made for a long time, the first missing one reaches to the end of the current month.
 */
const missingMonths = (months: readonly EventMonth[], now: Timestamp): readonly NewMonth[] => {
  const found: NewMonth[] = []
  const end = startOfMonthAfter(now, monthsAhead + 1)
  for (let from = months.at(-1)?.until ?? startOfMonthAfter(now, 0); from < end; from = found.at(-1)?.until ?? end) {
    const [itsEnd, thisMonthsEnd] = [startOfMonthAfter(from, 1), startOfMonthAfter(now, 1)]
    found.push({ name: partitionNameOf(from), from, until: itsEnd > thisMonthsEnd ? itsEnd : thisMonthsEnd })
  }
  return found
}

type NewMonth = EventMonth & { readonly from: Timestamp }

/** The name of the partition whose range begins at `from`. */
export const partitionNameOf = (from: Timestamp): string => `events_${from.slice(0, 7).replace('-', '_')}`

const makeMonth = async (transaction: Database, { name, from, until }: EventMonth): Promise<void> => {
  await sql`create table ${sql.table(name)} (like events, primary key (organization_id, id))`.execute(transaction)
  await sql`alter table events attach partition ${sql.table(name)}
    for values from (${from === null ? sql`minvalue` : sql.lit(from)}) to (${sql.lit(until)})`.execute(transaction)
}

/** Gives an empty table of events the partitions of another database, before that database's events are copied. */
export const copyEventMonths = async (
  transaction: Database,
  months: readonly Pick<EventMonth, 'from' | 'until'>[],
): Promise<void> => {
  for (const { name } of await readEventMonths(transaction))
    await sql`drop table ${sql.table(name)}`.execute(transaction)
  for (const { from, until } of months)
    await makeMonth(transaction, { name: from === null ? 'events_first' : partitionNameOf(from), from, until })
}
