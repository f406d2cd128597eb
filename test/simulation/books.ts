import type { PaymentStatus, RefundStatus } from '@billing-checkout/contract'
import { sql } from 'kysely'
import type { Database } from '../../packages/server/src/store/database.ts'

/** A payment in our books. */
export interface BookedPayment {
  readonly id: string
  readonly status: PaymentStatus
  readonly amount: number
  readonly currency: string
  readonly refunded: number
  readonly claim: string
  readonly session: string | null
  readonly customer: string
  readonly plan: string
  readonly subscription: string | null
  readonly purpose: string
  /** The key of the request that a merchant made it with. */
  readonly request: string | null
}

/** A refund in our books. */
export interface BookedRefund {
  readonly id: string
  readonly payment: string
  readonly amount: number
  readonly status: RefundStatus
  readonly transaction: string | null
}

/** An attempt in our books, and what the processor's ledger has under its reference. */
export interface BookedAttempt {
  readonly reference: string
  readonly payment: string
  readonly kind: string
  readonly state: 'open' | 'done' | 'closed'
  readonly refund: string | null
  readonly ledger: LedgerEntry | null
}

/** A line of the processor's ledger. */
export interface LedgerEntry {
  readonly transaction: string
  readonly kind: string
  readonly amount: number
  readonly currency: string
  readonly outcome: 'approved' | 'declined' | 'failed'
}

/** Everything about the money of one organization, in our books and the processor's, at one moment. */
export interface Books {
  readonly payments: readonly BookedPayment[]
  readonly refunds: readonly BookedRefund[]
  readonly attempts: readonly BookedAttempt[]
  /** Events about payments, in order. */
  readonly events: readonly { readonly type: string; readonly payment: string; readonly status: PaymentStatus }[]
  readonly subscriptions: readonly { readonly customer: string; readonly plan: string; readonly status: string }[]
  /** Which payment each idempotency key stands for. */
  readonly keys: readonly { readonly caller: string; readonly key: string; readonly payment: string | null }[]
}

/** Reads both sides in one statement, so that they are of the same moment. */
export const readBooks = async (database: Database, organizationId: string): Promise<Books> => {
  const { rows } = await sql<{ books: Books }>`
    select jsonb_build_object(
      'payments', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'status', payment_status, 'amount', amount, 'currency', currency_code,
          'refunded', refunded_amount, 'claim', claim_id, 'session', session_id, 'customer', customer_id, 'plan', plan_id,
          'subscription', subscription_id, 'purpose', purpose, 'request', metadata->>'request') order by id), '[]')
        from payments where organization_id = ${organizationId}),
      'refunds', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'payment', payment_id, 'amount', amount, 'status', status,
          'transaction', processor_transaction_id) order by id), '[]')
        from refunds where organization_id = ${organizationId}),
      'attempts', (
        select coalesce(jsonb_agg(jsonb_build_object('reference', a.processor_key, 'payment', a.payment_id, 'kind', a.kind,
          'state', a.state, 'refund', a.request->'notes'->>'refundId', 'ledger', case when t.reference is null then null else
          jsonb_build_object('transaction', t.id, 'kind', t.kind, 'amount', t.amount, 'currency', t.currency_code,
            'outcome', t.outcome->>'kind') end) order by a.id), '[]')
        from attempts a left join sandbox_processor.transactions t on t.reference = a.processor_key
        where a.organization_id = ${organizationId}),
      'events', (
        select coalesce(jsonb_agg(jsonb_build_object('type', type, 'payment', object->>'id',
          'status', object->>'payment_status') order by sequence), '[]')
        from events where organization_id = ${organizationId} and object ? 'payment_status'),
      'subscriptions', (
        select coalesce(jsonb_agg(jsonb_build_object('customer', customer_id, 'plan', plan_id, 'status', status) order by id), '[]')
        from subscriptions where organization_id = ${organizationId}),
      'keys', (
        select coalesce(jsonb_agg(jsonb_build_object('caller', caller, 'key', key, 'payment', payment_id)), '[]')
        from idempotency_keys where organization_id = ${organizationId})
    ) as books`.execute(database)
  return rows[0]!.books
}
