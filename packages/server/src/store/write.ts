import { mintId, type Timestamp } from '@billing-checkout/domain'
import { randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Database } from './database.ts'
import { retryOnConflict } from './engine/retry-on-conflict.ts'
import { GroupCommit, type Shareable } from './engine/group-commit.ts'
import { type OpenTransaction, transact } from './engine/transact.ts'
import type { Schema } from './schema/schema.ts'

/** One transaction that writes, and the billing-clock time that everything in it carries. */
export interface Write extends Pick<OpenTransaction<Schema>, 'find' | 'send' | 'insert' | 'update'> {
  readonly db: Transaction<Schema>
  readonly organizationId: string
  /** Billing-clock time, read from the database inside the transaction. */
  readonly now: Timestamp
}

/** The part of a write that is there before its time is known. */
export type Begun = Pick<Write, 'db' | 'find' | 'organizationId'>

/** What a write begins with. */
export interface Beginning<Early> {
  /** What is locked first, as by {@link lockNames}. */
  readonly names?: readonly string[]
  /** Asks what can be asked before the time is known: it is sent along with the locks, and answered when they are held. */
  readonly ahead?: (begun: Begun) => Promise<Early>
  /**
   * Everything that is worked on, where the transaction may be shared with others that work on something else: the names,
   * and more where not everything is locked by name.
   */
  readonly shares?: readonly string[]
}

/**
 * Runs one writing transaction of an organization. It holds the organization's snapshot lock shared while rows get their
 * `created_at`, so that minting a snapshot, which takes the lock exclusively, waits for rows already stamped (decisions 6).
 */
export const write = <Result, Early = undefined>(
  database: Database,
  organizationId: string,
  run: (write: Write, early: Early) => Promise<Result>,
  { names = [], ahead, shares }: Beginning<Early> = {},
): Promise<Result> => {
  const work = async (open: OpenTransaction<Schema>, begun: Promise<Timestamp>) => {
    const [now, early] = await Promise.all([begun, ahead?.({ ...open, organizationId })])
    return run({ ...open, organizationId, now }, early as Early)
  }
  const locks = lockedAs(organizationId, names)
  const lockOwn = { organizationIds: [organizationId], locks, patience: null }
  const alone = () => retryOnConflict(() => transact(database, (open) => work(open, begin(open.db, lockOwn))))
  if (shares === undefined) return alone()
  return groupsOf(database).run({ organizationId, locks, names: lockedAs(organizationId, shares), work, alone })
}

interface Locks {
  readonly organizationIds: readonly string[]
  readonly locks: readonly string[]
  /** How long each lock is waited for; null: as long as the database is set to. */
  readonly patience: string | null
}

/** A group waits no longer for anybody: then its members go separate ways. */
const briefly = '200ms'

/** Takes the locks in sorted order, and reads the billing clock. */
const begin = async (db: Database, { organizationIds, locks, patience }: Locks): Promise<Timestamp> => {
  const { rows } = await sql<{ now: Timestamp }>`
    with patient as materialized (
        select set_config('lock_timeout', coalesce(${patience}, current_setting('lock_timeout')), true)
      ),
      held as materialized (
        select count(pg_advisory_xact_lock_shared(hashtextextended(organization, 1)))
        from patient, unnest(${[...organizationIds]}::text[]) as organization
      ),
      named as materialized (
        select count(pg_advisory_xact_lock(hashtextextended(name, 2)))
        from held, unnest(${[...locks]}::text[]) as name
      )
    select billing_now() as now from named`.execute(db)
  return rows[0]!.now
}

interface SharedWrite extends Shareable<Schema, Timestamp, unknown> {
  readonly organizationId: string
  readonly locks: readonly string[]
}

const groupsOf = (database: Database): SharedWrites => {
  const groups = groupsByDatabase.get(database) ?? new GroupCommit(database, beginAll)
  groupsByDatabase.set(database, groups)
  return groups
}

const beginAll = (db: Database, writes: readonly SharedWrite[]): Promise<Timestamp> =>
  begin(db, {
    organizationIds: sorted(writes.map(({ organizationId }) => organizationId)),
    locks: sorted(writes.flatMap(({ locks }) => locks)),
    patience: briefly,
  })

type SharedWrites = GroupCommit<Schema, Timestamp, SharedWrite>

const groupsByDatabase = new WeakMap<Database, SharedWrites>()

/** The billing clock, outside any transaction (decisions 1). */
export const readBillingClock = async (database: Database): Promise<Timestamp> => {
  const { rows } = await sql<{ now: Timestamp }>`select billing_now() as now`.execute(database)
  return rows[0]!.now
}

/** Whether somebody is moving the billing clock (decisions 13). */
export const isClockMoving = async (database: Database): Promise<boolean> =>
  (await database.selectFrom('clock').select('frozenAt').executeTakeFirstOrThrow()).frozenAt !== null

/** Makes everybody else who locks the same names wait until this transaction ends; names are locked in sorted order. */
export const lockNames = async ({ db, organizationId }: Begun, names: readonly string[]): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 2))
    from unnest(${lockedAs(organizationId, names)}::text[]) as name`.execute(db)
}

const lockedAs = (organizationId: string, names: readonly string[]): string[] =>
  sorted(names.map((name) => `${organizationId}/${name}`))

const sorted = (names: readonly string[]): string[] => [...new Set(names)].toSorted()

/** A new identifier with a prefix, ordered by the write's time (decisions 1). */
export const newId = (prefix: Parameters<typeof mintId>[0], { now }: Pick<Write, 'now'>): string =>
  mintId(prefix, Date.parse(now), randomBytes(16))
