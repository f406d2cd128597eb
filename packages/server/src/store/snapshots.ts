import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * A snapshot of an organization's rows: every row stamped at or before it is committed, and no later row will be stamped
 * so early. Minting keeps writers waiting, so whoever asks while one is being minted shares the next one with all others
 * who do: not the running one, whose moment may lie before what the asker has written.
 */
export const mintSnapshot = (database: Database, organizationId: string): Promise<Timestamp> => {
  const byOrganization = mints.get(database) ?? new Map<string, Mints>()
  mints.set(database, byOrganization)
  const { running, next } = byOrganization.get(organizationId) ?? {}
  if (next !== undefined) return next
  const minting: Promise<Timestamp> = (running ?? Promise.resolve())
    .catch(() => {})
    .then(() => {
      byOrganization.set(organizationId, { running: minting })
      return mint(database, organizationId)
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
  /** Waits for the running one; who asks now gets it too. */
  readonly next?: Promise<Timestamp>
}

const mints = new WeakMap<Database, Map<string, Mints>>()

/**
 * Waits for writers that have stamped rows, reads the clock, and lets a millisecond pass before it lets writers go on,
 * because timestamps have no finer grain. Where the machine's clock was set back, the newest row says the time: a list would
 * otherwise be empty until the clock is there again.
 */
const mint = async (database: Database, organizationId: string): Promise<Timestamp> => {
  const { rows } = await sql<{ now: Timestamp }>`
    with held as materialized (select pg_advisory_xact_lock(hashtextextended(${organizationId}, 1))),
      taken as materialized (select billing_now() as now from held),
      passed as materialized (select pg_sleep(0.001) from taken)
    select greatest(now, ${sql.join(
      listedTables.map(
        (table) => sql`(select max(created_at) from ${sql.table(table)} where organization_id = ${organizationId})`,
      ),
    )}) as now from taken, passed`.execute(database)
  return rows[0]!.now
}

/** The tables whose rows are listed by the time at which they were made. */
export const listedTables = ['customers', 'plans', 'subscriptions', 'payments']
