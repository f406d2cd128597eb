import { GroupCommit, oneRow, type Shareable } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.ts'
import { compiledOnce } from '../queries/compiled-once.ts'
import type { Schema } from '../schema/schema.ts'
import { lockSeeds } from './advisory-locks.ts'
import { sortedNames } from './lock-names.ts'

const rowTimes = sql.lit(lockSeeds.rowTimes)
const exclusiveName = sql.lit(lockSeeds.names)
const databaseTransactionId = sql.raw('pg_current_xact_id()::text')

/** What the first statement of a transaction returns. */
export interface TransactionStart {
  readonly now: Timestamp
  readonly leaseNow: Timestamp
  /** PostgreSQL's id of the transaction, with which `awaitEnd` waits for it after its connection broke. */
  readonly databaseTransactionId: string
  /** Names that another transaction holds locked. */
  readonly missed: readonly string[]
}

/** Takes the locks in sorted order, waiting as long as necessary, and reads the billing clock. */
export const beginWrite = async (
  db: Database,
  organizationId: string,
  names: readonly string[],
): Promise<TransactionStart> =>
  oneRow(names.length === 0 ? await takeRowTimes(db, organizationId) : await takeLocks(db, organizationId, [...names]))

const takeRowTimes = compiledOnce(
  (_: Database, organizationId: string) => sql<TransactionStart>`
    with held as materialized (select pg_advisory_xact_lock_shared(hashtextextended(${organizationId}, ${rowTimes})))
    select billing_now() as now, lease_now() as lease_now, ${databaseTransactionId} as database_transaction_id, '{}'::text[] as missed from held`,
)

const takeLocks = compiledOnce(
  (_: Database, organizationId: string, names: readonly string[]) => sql<TransactionStart>`
    with held as materialized (select pg_advisory_xact_lock_shared(hashtextextended(${organizationId}, ${rowTimes}))),
      named as materialized (
        select count(pg_advisory_xact_lock(hashtextextended(name, ${exclusiveName}))) from held, unnest(${names}::text[]) as name
      )
    select billing_now() as now, lease_now() as lease_now, ${databaseTransactionId} as database_transaction_id, '{}'::text[] as missed from named`,
)

interface SharedWrite extends Shareable<Schema, TransactionStart, unknown> {
  readonly names: readonly string[]
}

/** Begins a transaction that several writes share. It does not wait for locked names, and only briefly for other locks. */
const beginTogether = async (db: Database, writes: readonly SharedWrite[]): Promise<TransactionStart> => {
  const organizationIds = sortedNames(writes.map(({ organizationId }) => organizationId))
  const names = sortedNames(writes.flatMap((each) => each.names))
  return oneRow(await tryLocks(db, organizationIds, names))
}

const tryLocks = compiledOnce(
  (_: Database, organizationIds: readonly string[], names: readonly string[]) => sql<TransactionStart>`
    with patient as materialized (select set_config('lock_timeout', '200ms', true)),
      held as materialized (
        select count(pg_advisory_xact_lock_shared(hashtextextended(organization, ${rowTimes})))
        from patient, unnest(${organizationIds}::text[]) as organization
      ),
      missed as materialized (
        select coalesce(array_agg(name) filter (where not pg_try_advisory_xact_lock(hashtextextended(name, ${exclusiveName}))), '{}') as names
        from held, unnest(${names}::text[]) as name
      )
    select billing_now() as now, lease_now() as lease_now, ${databaseTransactionId} as database_transaction_id, names as missed from missed`,
)

/** The database with all its tables, visible only to the start of a transaction. */
export const withAllTables = (database: Database) => database as unknown as Kysely<Schema>

/** The transactions of a database that several writes share. */
export const groupsOf = (database: Database): SharedWrites => {
  const groups = groupsByDatabase.get(database) ?? new GroupCommit(withAllTables(database), beginTogether)
  groupsByDatabase.set(database, groups)
  return groups
}

type SharedWrites = GroupCommit<Schema, TransactionStart, SharedWrite>

const groupsByDatabase = new WeakMap<Database, SharedWrites>()
