import { databaseTroubleOf } from '@billing-checkout/database/errors'
import type { Timestamp } from '@billing-checkout/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../store/schema/schema.ts'
import { isOwnedTable } from '../../store/schema/ownership.ts'
import { type DeferredWorkTable, neverRetriedAt } from '../../store/schema/deferred-work.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import { type Write, write } from '../../store/writes/write.ts'
import { errorMessageOf, retryAt, retrySoonAt } from '../back-off.ts'
import type { Billing } from '../billing.ts'

/** A piece of due work and the number of its failures in a row. */
export type TriedWork = Pick<DeferredWorkTable, 'organizationId' | 'id' | 'tries'>

/**
 * Defers work that failed, longer after each failure, and stores the reason. Other work does not wait for it. If the database caused the
 * failure, the first waits last only seconds. `minutesMax` is the longest wait, in minutes; a day if absent.
 */
export const deferWork = (
  billing: Billing,
  kind: string,
  tried: TriedWork,
  error: unknown,
  minutesMax?: number,
): Promise<void> => {
  // While the database is in trouble, all work is deferred. Log nothing here, because the watch on the database logs the trouble once a
  // minute.
  if (!isDatabaseUnavailable(error))
    billing.logger.error({ [kind]: tried.id, err: error }, `a due ${kind} was deferred`)
  const until = isDatabaseUnavailable(error) ? retrySoonAt : retryAt
  return write(billing.database, tried.organizationId, async (work) => {
    await storeDeferral(work, kind, { ...tried, error, until: (now, count) => until(now, count, minutesMax) })
  })
}

/**
 * Whether the database itself is in trouble, for example down or full. A busy database does not count, because another transaction may lock
 * this very row for long.
 */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  const trouble = databaseTroubleOf(error)
  return trouble !== undefined && trouble.kind !== 'busy'
}

/**
 * Stops trying work that has failed too often. It is still counted and listed until an operator resolves it. The caller has locked the
 * work's object and checked that the work is still needed. Returns true if the work had not been given up before.
 */
export const giveUpWork = async (work: Write, kind: string, tried: TriedWork, error: unknown): Promise<boolean> =>
  storeDeferral(work, kind, { ...tried, error, until: () => neverRetriedAt })

/** Whether work was given up and waits for an operator. The caller has locked the work's object. */
export const isGivenUp = async ({ db }: Write, kind: string, id: string): Promise<boolean> => {
  const deferred = await db
    .selectFrom('deferredWork')
    .select('deferredUntil')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  return deferred?.deferredUntil === neverRetriedAt
}

interface Deferral extends TriedWork {
  readonly error: unknown
  readonly until: (now: Timestamp, count: number) => Timestamp
}

/** Defers work until a time, unless it was given up in the meantime. Returns whether it was deferred. */
const storeDeferral = async (
  { db, now }: Write,
  kind: string,
  { id, tries: triedBefore, error, until }: Deferral,
): Promise<boolean> => {
  const tries = triedBefore + 1
  const deferral = {
    deferredUntil: until(now, tries),
    tries,
    reason: errorMessageOf(error),
    leaseUntil: null,
  }
  const rows = await db
    .insertInto('deferredWork')
    .values({ kind, id, ...deferral })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'kind', 'id'])
        .doUpdateSet(deferral)
        .where('deferredWork.deferredUntil', '<', neverRetriedAt),
    )
    .returning('id')
    .execute()
  return rows.length > 0
}

/** The rows that a kind of work is about. */
export interface RowsOfWork {
  readonly table: keyof Schema
  /** The column with the id of a row; `id` if absent. */
  readonly idColumn?: string
}

/** SQL for whether a row's work is not deferred. {@link findReadyWork} finds deferred work when its wait is over. */
export const isNotDeferred = ({ name, ...rows }: RowsOfWork & { readonly name: string }) => {
  const { organization, id } = keyOf(rows)
  return sql<boolean>`not exists (select from deferred_work as deferred
    where deferred.organization_id = ${organization} and deferred.kind = ${sql.lit(name)} and deferred.id = ${id})`
}

/** SQL for the organization and the id of a row. If the row belongs to no organization, its organization in `deferred_work` is empty. */
const keyOf = ({ table, idColumn = 'id' }: RowsOfWork) => ({
  organization: isOwnedTable(table) ? sql.ref(`${table}.organization_id`) : sql.lit(''),
  id: sql.ref(`${table}.${idColumn}`),
})

/** SQL that is true if the row to which a row of `deferred_work` refers exists and `fits` holds for it. */
export const hasRow = (rows: RowsOfWork, fits: RawBuilder<boolean>) => {
  const { organization, id } = keyOf(rows)
  return sql<boolean>`exists (select from ${sql.table(rows.table)}
    where ${organization} = deferred_work.organization_id and ${id} = deferred_work.id and ${fits})`
}

/** SQL for whether no server has leased a row of `deferred_work`. */
export const isNotLeased = sql<boolean>`(lease_until is null or lease_until <= (select lease_now()))`

/**
 * SQL for the longest time, in seconds, for which deferred work of a kind has been ready. Work is ready after its deferral, or after the
 * lease of a server that did not report back.
 */
export const secondsReady = (
  kind: string,
  where: RawBuilder<boolean> = sql<boolean>`true`,
): RawBuilder<number | null> =>
  sql`(select max(extract(epoch from coalesce((select lease_now()) - lease_until, (select billing_now()) - deferred_until))) from deferred_work
    where kind = ${sql.lit(kind)} and deferred_until <= (select billing_now()) and ${isNotLeased} and ${where})`

/** Deferred work of a kind whose wait is over, and for which `where` holds. Its row may no longer need the work. */
export const findReadyWork = (
  database: Database,
  kind: string,
  limit: number,
  where: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<TriedWork[]> =>
  acrossOrganizations(database, 'due work')
    .selectFrom('deferredWork')
    .select(['organizationId', 'id', 'tries'])
    .where('kind', '=', kind)
    .where('deferredUntil', '<=', sql<Timestamp>`(select billing_now())`)
    .where(isNotLeased)
    .where(where)
    .orderBy('deferredUntil')
    .limit(limit)
    .execute()

/** SQL that is true if a row of the table is the object of one of these pieces of work. */
export const isAmong = (work: readonly Pick<TriedWork, 'organizationId' | 'id'>[], rows: RowsOfWork) => {
  const organizations = [...new Set(work.map(({ organizationId }) => organizationId))]
  const { organization, id } = keyOf(rows)
  return sql<boolean>`(${organization} = ${oneOf(organizations)} and ${id} = ${oneOf(work.map((each) => each.id))})`
}

/** Deletes the deferral of work that is done or no longer needed, even if it was given up. */
export const clearDeferral = async ({ db }: Write, kind: string, id: string): Promise<void> => {
  await db.deleteFrom('deferredWork').where('kind', '=', kind).where('id', '=', id).execute()
}

/** Deletes the deferral of work that is being tried again, unless another server has given it up since it was found. */
export const clearDeferralUnlessGivenUp = async ({ db }: Write, kind: string, id: string): Promise<void> => {
  await db
    .deleteFrom('deferredWork')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('deferredUntil', '<', neverRetriedAt)
    .execute()
}

type RowOfWork = Pick<TriedWork, 'organizationId' | 'id'>

/** The reason in `deferred_work` while a server works. It remains, for operators to read, only if that server never reports back. */
const reason = 'A server began the work and did not report back.'

/**
 * Leases due work in one statement, and returns the work that this server alone may do now. Until the work is done, its lease counts as a
 * failed try, so that work which crashes its server is tried less and less often. Before a server calls another system, it takes a lease
 * and then checks again whether the work is open. After a crash the work is tried again, so the other system must accept a second call. A
 * move of the sandbox clock skips work that another server has leased.
 */
export const leaseWork = async (
  database: Database,
  kind: string,
  rows: readonly RowOfWork[],
  leaseSeconds: number,
): Promise<readonly TriedWork[]> => {
  const organizations = rows.map(({ organizationId }) => organizationId)
  const ids = rows.map(({ id }) => id)
  const leased = await sql<TriedWork>`
    insert into deferred_work (organization_id, kind, id, deferred_until, tries, reason, lease_until)
      select organization_id, ${kind}, id, billing_now(), 1, ${reason}, ${endOf(leaseSeconds)}
        from unnest(${organizations}::text[], ${ids}::text[]) as due (organization_id, id) order by organization_id, id
      on conflict (organization_id, kind, id) do update
        set tries = deferred_work.tries + 1, reason = excluded.reason, lease_until = excluded.lease_until
        where deferred_work.deferred_until <= billing_now()
          and (deferred_work.lease_until is null or deferred_work.lease_until <= lease_now())
      returning organization_id, id, tries - 1 as tries`.execute(database)
  return leased.rows
}

/** Ends the leases of work that is no longer needed. */
export const endLeases = async (database: Database, kind: string, work: readonly RowOfWork[]): Promise<void> => {
  const organizations = work.map(({ organizationId }) => organizationId)
  const ids = work.map(({ id }) => id)
  await sql`delete from deferred_work using unnest(${organizations}::text[], ${ids}::text[]) as over (organization_id, id)
    where deferred_work.organization_id = over.organization_id and kind = ${kind} and deferred_work.id = over.id`.execute(
    database,
  )
}

const endOf = (seconds: number): RawBuilder<unknown> => sql`lease_now() + ${seconds} * interval '1 second'`
