import { inTransaction, oneRow } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { emptyEntriesAbout } from '../erasure/scrub-audit.ts'
import { scrub } from '../erasure/scrub.ts'
import type { Database } from '../database.ts'
import type { StoredRequest } from '../schema/attempts.ts'
import { scanInBatches, type KeptSince, type KindOfRetention, rowsAtOnce } from './scan-in-batches.ts'
import { abandonedSince, isDeletable } from './deletable-rows.ts'

/** Counts stop at this number. */
export const countMax = 1000

/**
 * Deletes client sessions that began before a moment, are over, and were never paid, so that no row refers to them. The same transaction
 * removes their shoppers' data from the audit log. The log still shows when and by whom the sessions were opened and changed.
 */
export const deleteSessions = (db: Database, kept: KeptSince, auditKey: Uint8Array): Promise<void> =>
  scanInBatches(db, 'sessions', kept, (place, { from, to }) =>
    inTransaction(place, async (transaction) => {
      const own = sql`organization_id = ${kept.organizationId}`
      const { rows } = await sql<{ id: string }>`
        select id from client_sessions
        where ${own} and created_at >= ${from} and created_at < ${to} and ${isDeletable.sessions}
        order by created_at limit ${rowsAtOnce} for update skip locked`.execute(transaction)
      const ids = rows.map(({ id }) => id)
      await emptyEntriesAbout(transaction, auditKey, kept.organizationId, ids)
      await sql`delete from client_sessions where ${own} and id = any(${ids})`.execute(transaction)
      return rows.length
    }),
  )

/**
 * Deletes webhook deliveries that were recorded before a moment of the wall clock and are not pending. Returns whether there may be more
 * such deliveries.
 */
export const deleteDeliveries = async (
  db: Database,
  { organizationId, since }: Omit<KeptSince, 'isLate'>,
): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    delete from webhook_deliveries where organization_id = ${organizationId} and id = any(array(
      select id from webhook_deliveries
      where organization_id = ${organizationId} and recorded_at < ${since} and status <> 'pending'
      order by recorded_at limit ${rowsAtOnce}
    ))`.execute(db)
  return Number(numAffectedRows) === rowsAtOnce
}

/** Rows that can be deleted on their own: emails that are not queued, and declarations that matched no contract. */
const finished = {
  emails: sql`status <> 'queued'`,
  declarations: sql`due_at is null and not exists (select from declaration_effects as effect
    where effect.organization_id = declarations.organization_id and effect.declaration_id = declarations.id)`,
} as const

/** Deletes rows that can be deleted on their own ({@link finished}) and were made before a moment of the billing clock. */
export const deleteFinished = async (
  db: Database,
  table: keyof typeof finished,
  { organizationId, since, isLate }: KeptSince,
): Promise<void> => {
  for (let deleted = rowsAtOnce; deleted === rowsAtOnce && !isLate();) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where organization_id = ${organizationId} and id = any(array(
        select id from ${sql.table(table)}
        where organization_id = ${organizationId} and created_at < ${since} and ${finished[table]}
        order by created_at limit ${rowsAtOnce}
      ))`.execute(db)
    deleted = Number(numAffectedRows)
  }
}

/** Counts rows that {@link deleteFinished} would delete; never more than {@link countMax}. */
export const countFinished = async (
  db: Database,
  table: keyof typeof finished,
  { organizationId, since }: Omit<KeptSince, 'isLate'>,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from ${sql.table(table)}
    where organization_id = ${organizationId} and created_at < ${since} and ${finished[table]}
    limit ${countMax}) as old`.execute(db)
  return oneRow(rows).count
}

/** Counts deliveries that {@link deleteDeliveries} would delete; never more than {@link countMax}. */
export const countOldDeliveries = async (
  db: Database,
  { organizationId, since }: Omit<KeptSince, 'isLate'>,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from webhook_deliveries
    where organization_id = ${organizationId} and recorded_at < ${since} and status <> 'pending' limit ${countMax}
  ) as old`.execute(db)
  return oneRow(rows).count
}

/**
 * Deletes the data about who paid, and from where, in stored calls to processors, once the payment is older than a moment. It skips
 * payments with anything in progress: money that has not arrived, or open calls, obligations or disputes.
 */
export const emptyCalls = (db: Database, kept: KeptSince): Promise<void> =>
  scanInBatches(db, 'calls', kept, (place, { from, to }) =>
    inTransaction(place, async (transaction) => {
      const own = sql`organization_id = ${kept.organizationId}`
      const { rows } = await sql<{ id: string }>`
      select id from payments where ${own} and created_at >= ${from} and created_at < ${to} and ${isDeletable.calls}
      order by created_at limit ${rowsAtOnce} for update skip locked`.execute(transaction)
      const ids = rows.map(({ id }) => id)
      await sql`update payments set address_hash = null where ${own} and id = any(${ids})`.execute(transaction)
      const { rows: attempts } = await sql<{ id: string; request: object }>`
      select id, request from attempts where ${own} and payment_id = any(${ids})`.execute(transaction)
      for (const { id, request } of attempts)
        await sql`update attempts set request = ${JSON.stringify(withoutBrowser(scrub(request, [])))}::jsonb
        where ${own} and id = ${id}`.execute(transaction)
      return rows.length
    }),
  )

const withoutBrowser = (stored: unknown): object => {
  const { call, ...others } = stored as Pick<StoredRequest, 'call'>
  if (call === null) return { ...others, call }
  const { browser: _, ...request } = call.request as { readonly browser?: object }
  return { ...others, call: { ...call, request } }
}

/** Whether a customer, whom the caller has locked, may be erased automatically. */
export const isAbandoned = async (
  db: Database,
  { organizationId, id, since }: { readonly organizationId: string; readonly id: string; readonly since: Timestamp },
): Promise<boolean> => {
  const { rows } =
    await sql`select from customers where id = ${id} and ${abandonedSince(organizationId, since)}`.execute(db)
  return rows.length > 0
}

/**
 * Calls `erase` for customers that have bought nothing and were last changed before a moment. `erase` must check {@link isAbandoned} again,
 * because a customer may buy in the meantime.
 */
export const eraseAbandoned = (
  db: Database,
  kept: KeptSince,
  erase: (customerId: string) => Promise<void>,
): Promise<void> =>
  scanInBatches(db, 'customers', kept, async (place, { from, to }) => {
    const { rows } = await sql<{ id: string }>`
      select id from customers
      where updated_at >= ${from} and ${abandonedSince(kept.organizationId, to)}
      order by updated_at limit ${rowsAtOnce}`.execute(place)
    for (const { id } of rows) {
      // A full batch means that more rows follow, so the month is not recorded as done.
      if (kept.isLate()) return rowsAtOnce
      await erase(id)
    }
    return rows.length
  })

/**
 * Counts rows that are older than a moment and may be deleted, at most {@link countMax}: the work that retention still has to do. It leaves
 * out the range that retention has finished.
 */
export const countOld = async (
  db: Database,
  kind: KindOfRetention,
  { organizationId, since }: Omit<KeptSince, 'isLate'>,
): Promise<number> => {
  const owned = sql`organization_id = ${organizationId}`
  const from = sql`coalesce((select until from retention_progress where ${owned} and kind = ${kind}), '-infinity')`
  const old = {
    sessions: sql`client_sessions where ${owned} and created_at >= ${from} and created_at < ${since} and ${isDeletable.sessions}`,
    calls: sql`payments where ${owned} and created_at >= ${from} and created_at < ${since} and ${isDeletable.calls}`,
    customers: sql`customers where updated_at >= ${from} and ${abandonedSince(organizationId, since)}`,
  }[kind]
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from (select from ${old} limit ${countMax}) as old`.execute(db)
  return oneRow(rows).count
}
