import { type Actor, currentActor } from '../acting.ts'
import { mintId, type Timestamp } from '@billing-checkout/domain'
import { lockSeeds } from './advisory-locks.ts'
import { notifyWriteListeners } from './after-writes.ts'
import { inSpan, type SpanBeginning } from '../../logging/tracing.ts'
import { tracingOf } from './trace-writes.ts'
import type { Database } from '../database.ts'
import { randomFillSync } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { compiledOnce } from '../queries/compiled-once.ts'
import { retryOnConflict } from '../engine/transactions/retry-on-conflict.ts'
import { GroupCommit, type Shareable } from '../engine/transactions/group-commit.ts'
import { onBehalfOf } from '../engine/transactions/on-behalf-of.ts'
import { MustRunAlone } from '../engine/transactions/shared-transaction.ts'
import { type OpenTransaction, transact } from '../engine/transactions/transact.ts'
import { insideTransaction } from './inside-transaction.ts'
import { ofOrganization, type OrganizationTransaction } from './of-organization.ts'
import type { Schema } from '../schema/schema.ts'
import { oneRow } from '../engine/one-row.ts'

/** One transaction of an organization that writes, and the billing-clock time that everything in it carries. */
export interface Write extends OrganizationTransaction {
  /** Billing-clock time, read from the database inside the transaction. */
  readonly now: Timestamp
  /** The time that leases are counted by: the database's own clock. */
  readonly leaseNow: Timestamp
  /** Who writes. */
  readonly actor: Actor
}

/** The part of a write that exists before its time is known. */
export type LoadContext = Pick<Write, 'db' | 'find' | 'organizationId'>

/**
 * Work for one transaction: what it locks, what it loads under these locks, and what it does with that. Answers and events present the
 * rows in hand, because most round trips read back what was just written; the database changes no column that we show.
 */
export interface UnitOfWork<Result, Loaded> {
  /** Names to lock first, as {@link lockNames} does. */
  readonly locks?: readonly string[]
  /** Loads what can be loaded before the time is known. It is sent together with the locks and answered when they are held. */
  readonly load: (context: LoadContext) => Promise<Loaded>
  readonly run: (write: Write, loaded: Loaded) => Promise<Result>
  /**
   * Names of everything that the write works on, whether locked by name or changed. If they are given, the transaction may be
   * shared with others that have no name in common.
   */
  readonly exclusiveNames?: readonly string[] | undefined
}

/**
 * Runs one writing transaction of an organization. It holds the organization's snapshot lock shared while rows get their
 * `created_at`, so that minting a snapshot, which takes the lock exclusively, waits for rows already stamped (DECISIONS 4).
 */
export const write = async <Result, Loaded = undefined>(
  database: Database,
  organizationId: string,
  unit: UnitOfWork<Result, Loaded> | ((write: Write) => Promise<Result>),
  name: WriteName = 'write',
): Promise<Result> => {
  const tracing = tracingOf(database)
  const result = await (tracing === undefined
    ? commitUnit(database, organizationId, unit)
    : inSpan(tracing, spanOf(name, organizationId), () => commitUnit(database, organizationId, unit)))
  notifyWriteListeners(database)
  return result
}

/** The name of a write in its timings. Writes that decide about money have their own names. */
export type WriteName = 'write' | 'open attempt' | 'finish attempt' | 'hand attempt on'

const spanOf = (name: WriteName, organizationId: string): SpanBeginning => ({
  name,
  kind: 'client',
  attributes: { 'db.system.name': 'postgresql', 'billing_checkout.organization.id': organizationId },
})

const commitUnit = <Result, Loaded>(
  database: Database,
  organizationId: string,
  unit: UnitOfWork<Result, Loaded> | ((write: Write) => Promise<Result>),
): Promise<Result> =>
  typeof unit === 'function'
    ? commit(database, organizationId, { load: async () => undefined, run: unit })
    : commit(database, organizationId, unit)

const commit = <Result, Loaded>(
  database: Database,
  organizationId: string,
  unit: UnitOfWork<Result, Loaded>,
): Promise<Result> => {
  const { locks = [], load, run, exclusiveNames } = unit
  const names = namedIn(organizationId, locks)
  // Read here, because a transaction that several pieces share runs in the name of the first one's actor.
  const actor = currentActor()
  const work = (open: OpenTransaction<Schema>, start: Promise<TransactionStart>) =>
    insideTransaction(async () => {
      const own = ofOrganization(open, organizationId)
      const [{ now, leaseNow, missed }, loaded] = await Promise.all([start, load(own)])
      if (names.some((name) => missed.includes(name))) throw new MustRunAlone('Another transaction holds its locks.')
      return run({ ...own, now, leaseNow, actor }, loaded)
    })
  const alone = () =>
    onBehalfOf(organizationId, () =>
      retryOnConflict(() => transact(whole(database), (open) => work(open, begin(open.db, organizationId, names)))),
    )
  if (exclusiveNames === undefined) return alone()
  return groupsOf(database).run({
    organizationId,
    names,
    exclusiveNames: namedIn(organizationId, exclusiveNames),
    work,
    alone,
  })
}

const rowTimes = sql.lit(lockSeeds.rowTimes)
const exclusiveName = sql.lit(lockSeeds.names)

/** What a transaction knows when it has begun. */
interface TransactionStart {
  readonly now: Timestamp
  readonly leaseNow: Timestamp
  /** Names that another transaction has locked. */
  readonly missed: readonly string[]
}

/** Takes the locks in sorted order, however long that takes, and reads the billing clock. */
const begin = async (db: Database, organizationId: string, names: readonly string[]): Promise<TransactionStart> =>
  oneRow(names.length === 0 ? await takeRowTimes(db, organizationId) : await takeLocks(db, organizationId, [...names]))

const takeRowTimes = compiledOnce(
  (_: Database, organizationId: string) => sql<TransactionStart>`
    with held as materialized (select pg_advisory_xact_lock_shared(hashtextextended(${organizationId}, ${rowTimes})))
    select billing_now() as now, lease_now() as lease_now, '{}'::text[] as missed from held`,
)

const takeLocks = compiledOnce(
  (_: Database, organizationId: string, names: readonly string[]) => sql<TransactionStart>`
    with held as materialized (select pg_advisory_xact_lock_shared(hashtextextended(${organizationId}, ${rowTimes}))),
      named as materialized (
        select count(pg_advisory_xact_lock(hashtextextended(name, ${exclusiveName}))) from held, unnest(${names}::text[]) as name
      )
    select billing_now() as now, lease_now() as lease_now, '{}'::text[] as missed from named`,
)

interface SharedWrite extends Shareable<Schema, TransactionStart, unknown> {
  readonly names: readonly string[]
}

/** Begins a transaction that several writes share. It waits for no name that is locked, and not for long for any other lock. */
const beginTogether = async (db: Database, writes: readonly SharedWrite[]): Promise<TransactionStart> => {
  const organizationIds = sorted(writes.map(({ organizationId }) => organizationId))
  const names = sorted(writes.flatMap((each) => each.names))
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
    select billing_now() as now, lease_now() as lease_now, names as missed from missed`,
)

/** The database with all its tables, which only the beginning of a transaction gets to see. */
const whole = (database: Database) => database as unknown as Kysely<Schema>

const groupsOf = (database: Database): SharedWrites => {
  const groups = groupsByDatabase.get(database) ?? new GroupCommit(whole(database), beginTogether)
  groupsByDatabase.set(database, groups)
  return groups
}

type SharedWrites = GroupCommit<Schema, TransactionStart, SharedWrite>

const groupsByDatabase = new WeakMap<Database, SharedWrites>()

/** The billing clock, read outside any transaction. */
export const readBillingClock = async (database: Database): Promise<Timestamp> => {
  const { rows } = await sql<{ now: Timestamp }>`select billing_now() as now`.execute(database)
  return oneRow(rows).now
}

/** Whether the billing clock is being moved. */
export const isClockMoving = async (database: Database): Promise<boolean> =>
  (await database.selectFrom('clock').select('frozenAt').executeTakeFirstOrThrow()).frozenAt !== null

/** Locks names until this transaction ends; other transactions that lock one of them wait. They are locked in sorted order. */
export const lockNames = async ({ db, organizationId }: LoadContext, names: readonly string[]): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(name, ${exclusiveName}))
    from unnest(${namedIn(organizationId, names)}::text[]) as name`.execute(db)
}

/**
 * Locks a name with the statements that a transaction sends last, in the order of their keys. A later statement of these sees what the
 * transaction before it has committed.
 */
export const lockNameLast = (
  { db, sendLast, organizationId }: Pick<Write, 'db' | 'sendLast' | 'organizationId'>,
  key: string,
  name: string,
): void => {
  const [named] = namedIn(organizationId, [name])
  sendLast(key, db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${named}, ${exclusiveName}))`.as('locked')))
}

/** SQL that locks a name for each row that a lookup finds, a prefix and one of its columns, as {@link lockNames} would. */
export const lockingNameOf = (prefix: string, column: string): string =>
  `pg_advisory_xact_lock(hashtextextended(found.organization_id || '/${prefix}:' || found.${column}, ${lockSeeds.names}))`

const namedIn = (organizationId: string, names: readonly string[]): string[] =>
  sorted(names.map((name) => `${organizationId}/${name}`))

const sorted = (names: readonly string[]): string[] => [...new Set(names)].toSorted()

/** A new identifier with a prefix. Identifiers sort by the write's time. */
export const newId = (prefix: Parameters<typeof mintId>[0], { now }: Pick<Write, 'now'>): string =>
  mintId(prefix, Date.parse(now), sixteenRandomBytes())

/** Asks the operating system for those of many identifiers at once. */
const sixteenRandomBytes = (): Uint8Array => {
  if (usedBytes === randomPool.length) {
    randomFillSync(randomPool)
    usedBytes = 0
  }
  return randomPool.subarray(usedBytes, (usedBytes += 16))
}

const randomPool = new Uint8Array(16 * 256)
let usedBytes = randomPool.length
