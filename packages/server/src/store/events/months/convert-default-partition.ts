import { transactWithRetries } from '@billing-checkout/database'
import { startOfMonthAfter, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { changePartitions } from './change-partitions.ts'
import { partitionNameOf } from './make-event-months.ts'
import { hasEventsInDefaultPartition, readEventMonths, defaultPartition } from './read-event-months.ts'

/**
 * If a partition was not made in time, its events collect in the default partition, and PostgreSQL then refuses a partition for their time.
 * This function turns the default partition into a partition that reaches from the end of the last existing one to the end of the next
 * month. An empty table becomes the new default. No row is moved. PostgreSQL first checks the rows against these bounds without blocking
 * writers. If a wrong clock dated an event outside the bounds, the check fails and this function throws. If the present already has a
 * partition, the function does nothing. In both cases, the events stay in the default partition, where readers find them as usual.
 */
export const convertDefaultPartition = async (database: Database, now: Timestamp): Promise<void> => {
  if (!(await hasEventsInDefaultPartition(database))) return
  if (!(await changePartitions(database, (transaction) => addBounds(transaction, now)))) return
  try {
    await validateBounds(database)
  } catch (error) {
    await changePartitions(database, removeBounds)
    throw error
  }
  await changePartitions(database, attachPartition)
}

/**
 * Adds bounds to the default partition, unless it has them. Returns false if a partition for the present exists. Until the partition is
 * attached, the default of `recorded_at` stays below the end of the bounds. So the bounds refuse no new event, even if the attachment takes
 * months.
 */
const addBounds = async (transaction: Database, now: Timestamp): Promise<boolean> => {
  if ((await readBounds(transaction)) !== undefined) return true
  const from = (await readEventMonths(transaction)).at(-1)?.until ?? startOfMonthAfter(now, 0)
  if (from > now) return false
  const until = sql.lit(startOfMonthAfter(now, 2))
  await sql`alter table only events alter column recorded_at
    set default least(clock_timestamp(), ${until}::timestamptz - interval '1 microsecond')`.execute(transaction)
  await sql`alter table ${sql.table(defaultPartition)} add constraint events_bound
    check (recorded_at >= ${sql.lit(from)}::timestamptz and recorded_at < ${until}::timestamptz) not valid`.execute(
    transaction,
  )
  return true
}

interface Bounds {
  readonly from: Timestamp
  readonly until: Timestamp
}

const readBounds = async (transaction: Database): Promise<Bounds | undefined> => {
  const { rows } = await sql<Bounds>`
    select substring(definition from ${sql.lit(`>= '([^']+)'`)})::timestamptz as from,
      substring(definition from ${sql.lit(`< '([^']+)'`)})::timestamptz as until
    from pg_constraint cross join pg_get_constraintdef(oid) as definition
    where conrelid = ${defaultPartition}::regclass and conname = 'events_bound'`.execute(transaction)
  return rows[0]
}

/** Makes PostgreSQL check all rows of the default partition, while other transactions read and write. */
const validateBounds = (database: Database): Promise<void> =>
  transactWithRetries(database, async (transaction) => {
    await sql`select set_config('statement_timeout', '0', true)`.execute(transaction)
    if ((await readBounds(transaction)) === undefined) return
    await sql`alter table ${sql.table(defaultPartition)} validate constraint events_bound`.execute(transaction)
  })

const attachPartition = async (transaction: Database): Promise<void> => {
  // Locks the parent first, in the same order as readers and writers.
  await sql`lock table only events in access exclusive mode`.execute(transaction)
  const bounds = await readBounds(transaction)
  if (bounds === undefined) return
  const name = partitionNameOf(bounds.from)
  await sql`alter table events detach partition ${sql.table(defaultPartition)}`.execute(transaction)
  await sql`alter table ${sql.table(defaultPartition)} rename to ${sql.id(name)}`.execute(transaction)
  await sql`alter table ${sql.table(name)} rename constraint ${sql.id(`${defaultPartition}_pkey`)}
    to ${sql.id(`${name}_pkey`)}`.execute(transaction)
  await sql`alter table events attach partition ${sql.table(name)}
    for values from (${sql.lit(bounds.from)}) to (${sql.lit(bounds.until)})`.execute(transaction)
  await sql`alter table ${sql.table(name)} drop constraint events_bound`.execute(transaction)
  await sql`create table ${sql.table(defaultPartition)} (like events, primary key (organization_id, id))`.execute(
    transaction,
  )
  await sql`alter table events attach partition ${sql.table(defaultPartition)} default`.execute(transaction)
  await restoreClockDefault(transaction)
}

const removeBounds = async (transaction: Database): Promise<void> => {
  await sql`alter table ${sql.table(defaultPartition)} drop constraint if exists events_bound`.execute(transaction)
  await restoreClockDefault(transaction)
}

const restoreClockDefault = async (transaction: Database): Promise<void> => {
  await sql`alter table only events alter column recorded_at set default clock_timestamp()`.execute(transaction)
}
