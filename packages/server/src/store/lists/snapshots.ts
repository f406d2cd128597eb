import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { lockSeeds } from '../writes/advisory-locks.ts'
import { compiledOnce } from '../queries/compiled-once.ts'
import type { Database } from '../database.ts'
import { oneRow } from '../engine/one-row.ts'

/** A setting of a connection, for the statement behind a mint. */
const settingName = 'billing_checkout.snapshot_at'

/**
 * A snapshot of an organization's rows: every row stamped at or before it is committed, and no later row will be stamped as early
 * (DECISIONS 4). Minting one makes writers wait, so all who ask while one is being minted share the next one, and not the running
 * one, whose moment may lie before what they have written. Requests over the same `database` share
 * mints; the statement is sent over `over`, a shared connection of that database where the caller has one.
 */
export const mintSnapshot = (
  database: Database,
  organizationId: string,
  over: Database = database,
): Promise<Timestamp> => shareMint(database, organizationId, () => mint(over, organizationId))

/**
 * Reads something at a snapshot that is minted for it. Where this request mints, `read` is called at once, without the snapshot: what it
 * asks over the shared connection `over` travels in one packet with the mint, and finds the snapshot as {@link latestMinted}. What it found
 * must say which snapshot it is of: should it be another one, it is read again.
 */
export const readAtSnapshot = async <Read extends { readonly snapshotAt: Timestamp }>(
  database: Database,
  organizationId: string,
  over: Database,
  read: (snapshotAt: Timestamp | undefined) => Promise<Read>,
): Promise<Read> => {
  let reading: Promise<Read> | undefined
  const snapshotAt = await shareMint(database, organizationId, () => {
    const minting = mint(over, organizationId)
    reading = read(undefined)
    // If both fail, the caller gets the first error.
    reading.catch(() => {})
    return minting
  })
  const found = await reading
  return found?.snapshotAt === snapshotAt ? found : read(snapshotAt)
}

/**
 * The snapshot that was last minted over a statement's connection, for an SQL statement; null if there is none. A pooler that has reset a
 * connection leaves the setting empty.
 */
export const latestMinted = sql<Timestamp | null>`nullif(current_setting(${sql.lit(settingName)}, true), '')::timestamptz`

const shareMint = (database: Database, organizationId: string, start: () => Promise<Timestamp>): Promise<Timestamp> => {
  const byOrganization = mints.get(database) ?? new Map<string, Mints>()
  mints.set(database, byOrganization)
  const { running, next } = byOrganization.get(organizationId) ?? {}
  if (next !== undefined) return next
  const minting: Promise<Timestamp> = (running ?? Promise.resolve())
    .catch(() => {})
    .then(() => {
      byOrganization.set(organizationId, { running: minting })
      return start()
    })
    .finally(() => {
      const left = byOrganization.get(organizationId)
      if (left?.running === minting && left.next === undefined) byOrganization.delete(organizationId)
    })
  byOrganization.set(organizationId, { running, next: minting })
  return minting
}

interface Mints {
  readonly running?: Promise<unknown> | undefined
  /** The snapshot after the running one; it is shared by all who ask now. */
  readonly next?: Promise<Timestamp>
}

const mints = new WeakMap<Database, Map<string, Mints>>()

/**
 * Waits for writers that have stamped rows, and reads the clock. Timestamps have millisecond precision, so writers could still stamp rows
 * with the current millisecond. So the snapshot is the previous millisecond, in which no row can be stamped any more. If a row of the
 * current millisecond is already committed, its author may look for it. Then the snapshot is the current millisecond, and the mint lasts
 * until it has passed. If the machine's clock was set back, the time of the newest row is used. Otherwise a list would be empty until the
 * clock catches up.
 */
const mint = async (database: Database, organizationId: string): Promise<Timestamp> =>
  oneRow(await mintOnce(database, organizationId)).now

/** The tables whose rows are listed by the time of their creation. */
export const listedTables = ['customers', 'plans', 'subscriptions', 'payments']

/** The same, and the tables of webhooks. */
const tablesWithSnapshots = [...listedTables, 'webhook_endpoints', 'webhook_deliveries']

const newest = (organizationId: string) =>
  sql`greatest(${sql.join(
    tablesWithSnapshots.map(
      (table) => sql`(select max(created_at) from ${sql.table(table)} where organization_id = ${organizationId})`,
    ),
  )})`

const mintOnce = compiledOnce(
  (_: Database, organizationId: string) => sql<{ now: Timestamp }>`
    with held as materialized (select pg_advisory_xact_lock(hashtextextended(${organizationId}, ${sql.lit(lockSeeds.rowTimes)}))),
      taken as materialized (select billing_now() as now, ${newest(organizationId)} as newest from held),
      passed as materialized (select case when newest >= now then pg_sleep(0.001) end from taken)
    select set_config(${sql.lit(settingName)}, greatest(now - interval '1 millisecond', newest)::text, false)::timestamptz as now
      from taken, passed`,
)
