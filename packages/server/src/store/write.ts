import { mintId, type Timestamp } from '@billing-checkout/domain'
import { randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Database } from './database.ts'
import { retryOnConflict } from './engine/retry-on-conflict.ts'
import { type OpenTransaction, transact } from './engine/transact.ts'
import type { Schema } from './schema/schema.ts'

/** One transaction that writes, and the billing-clock time that everything in it carries. */
export interface Write extends Pick<OpenTransaction<Schema>, 'send' | 'insert' | 'update'> {
  readonly db: Transaction<Schema>
  readonly organizationId: string
  /** Billing-clock time, read from the database inside the transaction. */
  readonly now: Timestamp
}

/** The part of a write that is there before its time is known. */
export type Begun = Pick<Write, 'db' | 'organizationId'>

/** What a write begins with. */
export interface Beginning<Early> {
  /** What is locked first, as by {@link lockNames}. */
  readonly names?: readonly string[]
  /** Asks what can be asked before the time is known: it is sent along with the locks, and answered when they are held. */
  readonly ahead?: (begun: Begun) => Promise<Early>
}

/**
 * Runs one writing transaction of an organization. It holds the organization's snapshot lock shared while rows get their
 * `created_at`, so that minting a snapshot, which takes the lock exclusively, waits for rows already stamped (decisions 6).
 */
export const write = <Result, Early = undefined>(
  database: Database,
  organizationId: string,
  run: (write: Write, early: Early) => Promise<Result>,
  { names = [], ahead }: Beginning<Early> = {},
): Promise<Result> =>
  retryOnConflict(() =>
    transact(database, async (open) => {
      const { db } = open
      const locking = sql<{ now: Timestamp }>`
        with held as materialized (select pg_advisory_xact_lock_shared(hashtextextended(${organizationId}, 1))),
          named as materialized (
            select count(pg_advisory_xact_lock(hashtextextended(name, 2)))
            from held, unnest(${lockedAs(organizationId, names)}::text[]) as name
          )
        select billing_now() as now from named`.execute(db)
      const [{ rows }, early] = await Promise.all([locking, ahead?.({ db, organizationId })])
      return run({ ...open, organizationId, now: rows[0]!.now }, early as Early)
    }),
  )

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
  [...new Set(names)].toSorted().map((name) => `${organizationId}/${name}`)

/** A new identifier with a prefix, ordered by the write's time (decisions 1). */
export const newId = (prefix: Parameters<typeof mintId>[0], { now }: Pick<Write, 'now'>): string =>
  mintId(prefix, Date.parse(now), randomBytes(16))
