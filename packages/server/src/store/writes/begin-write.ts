import { GroupCommit, oneRow, type ShareableWork } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.ts'
import { compiledOnce } from '../queries/compiled-once.ts'
import type { Schema } from '../schema/schema.ts'
import { lockSeeds } from './advisory-locks.ts'
import { sortedNames } from './lock-names.ts'

const rowTimesSeed = sql.lit(lockSeeds.rowTimes)
const namesSeed = sql.lit(lockSeeds.names)
const databaseTransactionId = sql.raw('pg_current_xact_id()::text')

/** The result of a transaction's first statement. */
export interface TransactionStart {
  readonly now: Timestamp
  readonly leaseNow: Timestamp
  /** PostgreSQL's id of the transaction, with which `awaitTransactionEnd` waits for it after its connection broke. */
  readonly databaseTransactionId: string
  /** The names that could not be locked, because another transaction has locked them. */
  readonly missed: readonly string[]
}

/**
 * Takes the organization's `rowTimes` lock shared, then locks the names in the given order, waiting as long as necessary, and reads the
 * clocks.
 */
export const beginWrite = async (
  db: Database,
  organizationId: string,
  names: readonly string[],
): Promise<TransactionStart> =>
  oneRow(names.length === 0 ? await takeRowTimes(db, organizationId) : await takeLocks(db, organizationId, [...names]))

const takeRowTimes = compiledOnce(
  (_: Database, organizationId: string) => sql<TransactionStart>`
    with held as materialized (select pg_advisory_xact_lock_shared(hashtextextended(${organizationId}, ${rowTimesSeed})))
    select billing_now() as now, lease_now() as lease_now, ${databaseTransactionId} as database_transaction_id, '{}'::text[] as missed from held`,
)

const takeLocks = compiledOnce(
  (_: Database, organizationId: string, names: readonly string[]) => sql<TransactionStart>`
    with held as materialized (select pg_advisory_xact_lock_shared(hashtextextended(${organizationId}, ${rowTimesSeed}))),
      named as materialized (
        select count(pg_advisory_xact_lock(hashtextextended(name, ${namesSeed}))) from held, unnest(${names}::text[]) as name
      )
    select billing_now() as now, lease_now() as lease_now, ${databaseTransactionId} as database_transaction_id, '{}'::text[] as missed from named`,
)

interface SharedWrite extends ShareableWork<Schema, TransactionStart, unknown> {
  readonly names: readonly string[]
}

/**
 * Begins a transaction that several writes share. It does not wait for names that are locked. For any other lock it waits at most 200 ms.
 */
const beginTogether = async (db: Database, writes: readonly SharedWrite[]): Promise<TransactionStart> => {
  const organizationIds = sortedNames(writes.map(({ organizationId }) => organizationId))
  const names = sortedNames(writes.flatMap((each) => each.names))
  return oneRow(await tryLocks(db, organizationIds, names))
}

const tryLocks = compiledOnce(
  (_: Database, organizationIds: readonly string[], names: readonly string[]) => sql<TransactionStart>`
    with patient as materialized (select set_config('lock_timeout', '200ms', true)),
      held as materialized (
        select count(pg_advisory_xact_lock_shared(hashtextextended(organization, ${rowTimesSeed})))
        from patient, unnest(${organizationIds}::text[]) as organization
      ),
      missed as materialized (
        select coalesce(array_agg(name) filter (where not pg_try_advisory_xact_lock(hashtextextended(name, ${namesSeed}))), '{}') as names
        from held, unnest(${names}::text[]) as name
      )
    select billing_now() as now, lease_now() as lease_now, ${databaseTransactionId} as database_transaction_id, names as missed from missed`,
)

/** Returns the database with all its tables. Only code that starts transactions may use it. */
export const withAllTables = (database: Database) => database as unknown as Kysely<Schema>

/** Returns the groups in which the writes to a database share transactions. */
export const sharedWritesOf = (database: Database): SharedWrites => {
  const groups = groupsByDatabase.get(database) ?? new GroupCommit(withAllTables(database), beginTogether)
  groupsByDatabase.set(database, groups)
  return groups
}

type SharedWrites = GroupCommit<Schema, TransactionStart, SharedWrite>

const groupsByDatabase = new WeakMap<Database, SharedWrites>()
