import { oneRow } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { lockSeeds } from '../writes/advisory-locks.ts'
import { compiledOnce } from '../queries/compiled-once.ts'
import type { Database } from '../database.ts'

/** The connection setting that passes a new snapshot to the next statement. */
const settingName = 'billing_checkout.snapshot_at'

/**
 * Makes a snapshot of an organization's rows. A snapshot is a timestamp: every row with a timestamp up to it is committed, and no later row
 * will get such a timestamp (DECISIONS 4). Writers wait while a snapshot is made. Requests that arrive meanwhile share the next snapshot,
 * because the snapshot in progress may miss rows that these requests have written. Requests over the same `database` share snapshots. The
 * statement is sent over `over`, a shared connection of that database, if there is one.
 */
export const takeSnapshot = (
  database: Database,
  organizationId: string,
  over: Database = database,
): Promise<Timestamp> => shareSnapshot(database, organizationId, () => makeSnapshot(over, organizationId))

/**
 * Reads at a new snapshot. If this request makes the snapshot, `read` is called at once without it. The statements that `read` sends over
 * the shared connection `over` are in one packet with the statement that makes the snapshot, and find it as {@link latestSnapshot}. The
 * result must name the snapshot at which it was read. If that is not the snapshot that was made, `read` is called again with the snapshot
 * that was made.
 */
export const readAtSnapshot = async <Read extends { readonly snapshotAt: Timestamp }>(
  database: Database,
  organizationId: string,
  over: Database,
  read: (snapshotAt: Timestamp | undefined) => Promise<Read>,
): Promise<Read> => {
  let reading: Promise<Read> | undefined
  const snapshotAt = await shareSnapshot(database, organizationId, () => {
    const making = makeSnapshot(over, organizationId)
    reading = read(undefined)
    // If both statements fail, the caller gets the error of the first, which makes the snapshot.
    reading.catch(() => {})
    return making
  })
  const found = await reading
  return found?.snapshotAt === snapshotAt ? found : read(snapshotAt)
}

/**
 * SQL for the latest snapshot that was made over the statement's connection; null if there is none. If a pooler resets the connection, the
 * setting is empty.
 */
export const latestSnapshot = sql<Timestamp | null>`nullif(current_setting(${sql.lit(settingName)}, true), '')::timestamptz`

const shareSnapshot = (
  database: Database,
  organizationId: string,
  start: () => Promise<Timestamp>,
): Promise<Timestamp> => {
  const byOrganization = queues.get(database) ?? new Map<string, SnapshotQueue>()
  queues.set(database, byOrganization)
  const { running, next } = byOrganization.get(organizationId) ?? {}
  if (next !== undefined) return next
  const making: Promise<Timestamp> = (running ?? Promise.resolve())
    .catch(() => {})
    .then(() => {
      byOrganization.set(organizationId, { running: making })
      return start()
    })
    .finally(() => {
      const left = byOrganization.get(organizationId)
      if (left?.running === making && left.next === undefined) byOrganization.delete(organizationId)
    })
  byOrganization.set(organizationId, { running, next: making })
  return making
}

interface SnapshotQueue {
  readonly running?: Promise<unknown> | undefined
  /** The snapshot after the one in progress, shared by all requests that arrive now. */
  readonly next?: Promise<Timestamp>
}

const queues = new WeakMap<Database, Map<string, SnapshotQueue>>()

/**
 * Waits for writers whose rows already have a timestamp, and reads the clock. Timestamps have millisecond precision, so a writer could
 * still give a row the current millisecond. The snapshot is therefore the previous millisecond, which no new row can get any more. If a row
 * of the current millisecond is already committed, the author of that row may look for it. Then the snapshot is the current millisecond,
 * and this statement waits until that millisecond has passed. If the machine's clock was set back, the snapshot is the time of the newest
 * row, because otherwise lists would lack the newest rows until the clock catches up.
 */
const makeSnapshot = async (database: Database, organizationId: string): Promise<Timestamp> =>
  oneRow(await selectSnapshot(database, organizationId)).now

/** The tables that are listed by creation time. */
export const listedTables = ['customers', 'plans', 'subscriptions', 'payments']

/** {@link listedTables}, and the tables of webhooks. */
const tablesWithSnapshots = [...listedTables, 'webhook_endpoints', 'webhook_deliveries']

const newest = (organizationId: string) =>
  sql`greatest(${sql.join(
    tablesWithSnapshots.map(
      (table) => sql`(select max(created_at) from ${sql.table(table)} where organization_id = ${organizationId})`,
    ),
  )})`

const selectSnapshot = compiledOnce(
  (_: Database, organizationId: string) => sql<{ now: Timestamp }>`
    with held as materialized (select pg_advisory_xact_lock(hashtextextended(${organizationId}, ${sql.lit(lockSeeds.rowTimes)}))),
      taken as materialized (select billing_now() as now, ${newest(organizationId)} as newest from held),
      passed as materialized (select case when newest >= now then pg_sleep(0.001) end from taken)
    select set_config(${sql.lit(settingName)}, greatest(now - interval '1 millisecond', newest)::text, false)::timestamptz as now
      from taken, passed`,
)
