import { mintId, type Timestamp } from '@billing-checkout/domain'
import { randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Database } from './database.ts'
import { retryOnConflict } from './engine/retry-on-conflict.ts'
import type { Schema } from './schema.ts'

/** One transaction that writes, and the billing-clock time that everything in it carries. */
export interface Write {
  readonly db: Transaction<Schema>
  readonly organizationId: string
  /** Billing-clock time, read from the database inside the transaction. */
  readonly now: Timestamp
}

/**
 * Runs one writing transaction of an organization. It holds the organization's snapshot lock shared while rows get their
 * `created_at`, so that minting a snapshot, which takes the lock exclusively, waits for rows already stamped (decisions 6).
 */
export const write = <Result>(
  database: Database,
  organizationId: string,
  run: (write: Write) => Promise<Result>,
): Promise<Result> =>
  retryOnConflict(() =>
    database.transaction().execute(async (db) => {
      const { rows } = await sql<{ now: Timestamp }>`
        with held as materialized (select pg_advisory_xact_lock_shared(hashtextextended(${organizationId}, 1)))
        select billing_now() as now from held`.execute(db)
      return run({ db, organizationId, now: rows[0]!.now })
    }),
  )

/**
 * A snapshot of an organization's rows: every row stamped at or before it is committed, and no later row will be stamped
 * so early. It lets a millisecond pass before it lets writers go on, because timestamps have no finer grain.
 */
export const mintSnapshot = async (database: Database, organizationId: string): Promise<Timestamp> => {
  const { rows } = await sql<{ now: Timestamp }>`
    with held as materialized (select pg_advisory_xact_lock(hashtextextended(${organizationId}, 1))),
      taken as materialized (select billing_now() as now from held),
      passed as materialized (select pg_sleep(0.001) from taken)
    select now from taken, passed`.execute(database)
  return rows[0]!.now
}

/** The billing clock, outside any transaction (decisions 1). */
export const readBillingClock = async (database: Database): Promise<Timestamp> => {
  const { rows } = await sql<{ now: Timestamp }>`select billing_now() as now`.execute(database)
  return rows[0]!.now
}

/** Whether somebody is moving the billing clock (decisions 13). */
export const isClockMoving = async (database: Database): Promise<boolean> =>
  (await database.selectFrom('clock').select('frozenAt').executeTakeFirstOrThrow()).frozenAt !== null

/** Makes everybody else who locks the same names wait until this transaction ends; names are locked in sorted order. */
export const lockNames = async ({ db, organizationId }: Write, names: readonly string[]): Promise<void> => {
  const sorted = [...new Set(names)].toSorted().map((name) => `${organizationId}/${name}`)
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 2)) from unnest(${sorted}::text[]) as name`.execute(db)
}

/** A new identifier with a prefix, ordered by the write's time (decisions 1). */
export const newId = (prefix: Parameters<typeof mintId>[0], { now }: Pick<Write, 'now'>): string =>
  mintId(prefix, Date.parse(now), randomBytes(16))
