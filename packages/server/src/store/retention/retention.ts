import { transactWithRetries, oneRow } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { type RawBuilder, sql } from 'kysely'
import { emptyAuditEntriesAbout } from '../erasure/scrub-audit.ts'
import { scrubValue } from '../erasure/scrub.ts'
import type { Database } from '../database.ts'
import type { StoredRequest } from '../schema/attempts.ts'
import { scanInBatches, type RetentionCutoff, type KindOfRetention, rowsPerBatch } from './scan-in-batches.ts'
import { abandonedSince, deletableConditions } from './deletable-rows.ts'

/** Counting rows stops at this number. */
export const countedRowsMax = 1000

/**
 * Deletes client sessions that were created before a moment, are over, and were never paid; no other row refers to such sessions. The same
 * transaction removes their shoppers' data from the audit log. The log still shows when and by whom the sessions were opened and changed.
 */
export const deleteUnpaidClientSessions = (db: Database, kept: RetentionCutoff, auditKey: Uint8Array): Promise<void> =>
  scanInBatches(db, 'sessions', kept, (place, { from, to }) =>
    transactWithRetries(place, async (transaction) => {
      const own = sql`organization_id = ${kept.organizationId}`
      const { rows } = await sql<{ id: string }>`
        select id from client_sessions
        where ${own} and created_at >= ${from} and created_at < ${to} and ${deletableConditions.sessions}
        order by created_at limit ${rowsPerBatch} for update skip locked`.execute(transaction)
      const ids = rows.map(({ id }) => id)
      await emptyAuditEntriesAbout(transaction, auditKey, kept.organizationId, ids)
      await sql`delete from client_sessions where ${own} and id = any(${ids})`.execute(transaction)
      return rows.length
    }),
  )

/**
 * Rows that can be deleted on their own, with the column of their age: emails that are not queued, declarations that matched no contract,
 * and deliveries of webhooks that are not pending. Only deliveries age by the wall clock.
 */
const finished = {
  emails: { age: sql`created_at`, condition: sql`status <> 'queued'` },
  declarations: {
    age: sql`created_at`,
    condition: sql`due_at is null and not exists (select from declaration_effects as effect
      where effect.organization_id = declarations.organization_id and effect.declaration_id = declarations.id)`,
  },
  webhook_deliveries: { age: sql`recorded_at`, condition: sql`status <> 'pending'` },
} as const

const oldRows = (table: keyof typeof finished, { organizationId, since }: Omit<RetentionCutoff, 'isLate'>) => {
  const { age, condition } = finished[table]
  return sql`${sql.table(table)} where organization_id = ${organizationId} and ${age} < ${since} and ${condition}`
}

/** Deletes rows that can be deleted on their own ({@link finished}) and are older than a moment. */
export const deleteFinishedRows = async (
  db: Database,
  table: keyof typeof finished,
  kept: RetentionCutoff,
): Promise<void> => {
  for (let deleted = rowsPerBatch; deleted === rowsPerBatch && !kept.isLate();) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where organization_id = ${kept.organizationId} and id = any(array(
        select id from ${oldRows(table, kept)} order by ${finished[table].age} limit ${rowsPerBatch}
      ))`.execute(db)
    deleted = Number(numAffectedRows)
  }
}

/** Counts rows that {@link deleteFinishedRows} would delete; never more than {@link countedRowsMax}. */
export const countFinishedRows = (
  db: Database,
  table: keyof typeof finished,
  kept: Omit<RetentionCutoff, 'isLate'>,
): Promise<number> => countUpToMax(db, oldRows(table, kept))

const countUpToMax = async (db: Database, old: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${old} limit ${countedRowsMax}) as old`.execute(db)
  return oneRow(rows).count
}

/**
 * Deletes the data about who paid, and from where, in payments and stored calls to processors, once the payment is older than a moment. It
 * skips payments with anything in progress: money that has not arrived, or open calls, obligations or disputes.
 */
export const erasePayerData = (db: Database, kept: RetentionCutoff): Promise<void> =>
  scanInBatches(db, 'calls', kept, (place, { from, to }) =>
    transactWithRetries(place, async (transaction) => {
      const own = sql`organization_id = ${kept.organizationId}`
      const { rows } = await sql<{ id: string }>`
      select id from payments where ${own} and created_at >= ${from} and created_at < ${to} and ${deletableConditions.calls}
      order by created_at limit ${rowsPerBatch} for update skip locked`.execute(transaction)
      const ids = rows.map(({ id }) => id)
      await sql`update payments set address_hash = null where ${own} and id = any(${ids})`.execute(transaction)
      const { rows: attempts } = await sql<{ id: string; request: object }>`
      select id, request from attempts where ${own} and payment_id = any(${ids})`.execute(transaction)
      for (const { id, request } of attempts)
        await sql`update attempts set request = ${JSON.stringify(withoutBrowser(scrubValue(request, [])))}::jsonb
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
export const isCustomerAbandoned = async (
  db: Database,
  { organizationId, id, since }: { readonly organizationId: string; readonly id: string; readonly since: Timestamp },
): Promise<boolean> => {
  const { rows } =
    await sql`select from customers where id = ${id} and ${abandonedSince(organizationId, since)}`.execute(db)
  return rows.length > 0
}

/**
 * Calls `erase` for customers that have bought nothing and were last changed before a moment. `erase` must check {@link
 * isCustomerAbandoned} again, because a customer may buy in the meantime.
 */
export const eraseAbandonedCustomers = (
  db: Database,
  kept: RetentionCutoff,
  erase: (customerId: string) => Promise<void>,
): Promise<void> =>
  scanInBatches(db, 'customers', kept, async (place, { from, to }) => {
    const { rows } = await sql<{ id: string }>`
      select id from customers
      where updated_at >= ${from} and ${abandonedSince(kept.organizationId, to)}
      order by updated_at limit ${rowsPerBatch}`.execute(place)
    for (const { id } of rows) {
      // Report a full batch, as though more rows followed, so that the month is not recorded as done.
      if (kept.isLate()) return rowsPerBatch
      await erase(id)
    }
    return rows.length
  })

/**
 * Counts rows that are older than a moment and may be deleted, at most {@link countedRowsMax}. These rows are the work that retention still
 * has to do. Rows in the range of time that retention has finished are not counted.
 */
export const countDeletableRows = (
  db: Database,
  kind: KindOfRetention,
  { organizationId, since }: Omit<RetentionCutoff, 'isLate'>,
): Promise<number> => {
  const owned = sql`organization_id = ${organizationId}`
  const from = sql`coalesce((select until from retention_progress where ${owned} and kind = ${kind}), '-infinity')`
  const old = {
    sessions: sql`client_sessions where ${owned} and created_at >= ${from} and created_at < ${since} and ${deletableConditions.sessions}`,
    calls: sql`payments where ${owned} and created_at >= ${from} and created_at < ${since} and ${deletableConditions.calls}`,
    customers: sql`customers where updated_at >= ${from} and ${abandonedSince(organizationId, since)}`,
  }[kind]
  return countUpToMax(db, old)
}
