import type { CurrencyCode, EventType, PaymentStatus, SubscriptionStatus } from '@billing-checkout/contract'
import { sql } from 'kysely'
import type { PaymentPurpose } from '#server/store/schema/payments.ts'
import type { World } from '../world.ts'

/** A subscription in our books. */
export interface WrittenSubscription {
  readonly id: string
  readonly customer: string
  readonly plan: string
  readonly quantity: number
  /** The price for all units together. */
  readonly price: number
  /** The redeemed discount; null for none. */
  readonly discount: { readonly id: string; readonly left: number | null } | null
  /**
   * The plan to which the subscription changes with its next period, and that plan's price and quantity; null if no change is scheduled.
   */
  readonly scheduled: string | null
  readonly scheduledPrice: number | null
  readonly scheduledQuantity: number | null
  readonly status: SubscriptionStatus
  readonly anchor: string
  readonly start: string
  readonly end: string
  readonly next: string | null
  readonly trialEnd: string | null
  readonly cost: number
  readonly balance: number
  /** The part of the cost that the period's own payment paid. */
  readonly paid: number
  /** The payments from which the credit comes; null if there are none. */
  readonly entries: readonly WrittenEntry[] | null
  readonly declines: number
  readonly paidBy: string | null
  readonly method: string | null
  readonly deferredReason: string | null
  readonly dueAt: string | null
}

/** The part of the credit that comes from one payment. */
export interface WrittenEntry {
  readonly source: { readonly kind: string; readonly id: string }
  readonly minor: number
}

/** A refund or a dispute of a payment. */
export interface WrittenRefundOrDispute {
  readonly id: string
  readonly amount: number
  /** Whether the dispute withdrew its money, or the processor accepted the refund. */
  readonly isGone: boolean
  /** Whether the subscription counts the refund or dispute. While a change is being paid, a dispute waits to be counted. */
  readonly isCounted: boolean
}

/** A payment in our books. */
export interface WrittenPayment {
  readonly id: string
  readonly claim: string
  readonly customer: string
  readonly subscription: string | null
  readonly plan: string
  readonly purpose: PaymentPurpose
  readonly type: 'MIT' | 'CIT'
  readonly status: PaymentStatus
  readonly decline: string | null
  readonly amount: number
  readonly currency: CurrencyCode
  /** Oldest first. */
  readonly refundsAndDisputes: readonly WrittenRefundOrDispute[]
  readonly method: string | null
  /** The processor's transaction id. */
  readonly transaction: string | null
  /** The sum of the payment's refunds, including those that the processor has not accepted yet. */
  readonly goingBack: number
  readonly begun: string
}

/** Credit of a customer in our books. */
export interface WrittenCredit {
  readonly id: string
  readonly customer: string
  readonly currency: CurrencyCode
  readonly source: { readonly kind: string; readonly id: string }
  readonly amount: number
  readonly left: number
  readonly takenBack: number
}

/** A stored method of a customer. */
export interface WrittenMethod {
  readonly id: string
  readonly customer: string
  readonly stored: string
  readonly isDetached: boolean
}

/** An event about a subscription. */
export interface WrittenEvent {
  readonly sequence: number
  readonly type: EventType
  readonly subscription: string
  readonly status: SubscriptionStatus
  readonly start: string
  readonly end: string
  readonly next: string | null
}

/** The books about a world's subscriptions: all subscriptions and payments, and the events after a given one. */
export interface WrittenBooks {
  readonly subscriptions: readonly WrittenSubscription[]
  readonly payments: readonly WrittenPayment[]
  readonly methods: readonly WrittenMethod[]
  /** Oldest first. */
  readonly credits: readonly WrittenCredit[]
  readonly events: readonly WrittenEvent[]
}

/** Reads everything in one statement, so that all of it is from the same time. */
export const readWrittenBooks = async ({ billing, organization }: World, after: number): Promise<WrittenBooks> => {
  const { rows } = await sql<{ written: WrittenBooks }>`
    select jsonb_build_object(
      'subscriptions', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'customer', customer_id, 'plan', plan_id, 'price', price_amount * quantity, 'quantity', quantity,
          'discount', discount, 'scheduledQuantity', scheduled_quantity,
          'scheduled', scheduled_plan_id, 'scheduledPrice', scheduled_price_amount * scheduled_quantity, 'status', status, 'anchor', anchor, 'start', current_period_start, 'end', current_period_end,
          'next', next_billing_date, 'trialEnd', trial_ends_at, 'cost', period_cost_amount, 'balance', balance_amount,
          'paid', period_paid_amount, 'entries', credit_entries,
          'declines', attempt_count, 'paidBy', period_payment_id, 'method', payment_method_id,
          'deferredReason', deferred_reason, 'dueAt', due_at) order by id), '[]')
        from subscriptions where organization_id = ${organization.id}),
      'payments', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'claim', claim_id, 'customer', customer_id,
          'subscription', subscription_id, 'plan', plan_id, 'purpose', purpose, 'type', payment_type,
          'status', payment_status, 'decline', status_reason->'status_reason'->>'decline_code', 'amount', amount,
          'currency', currency_code, 'method', payment_method_id, 'begun', created_at, 'goingBack', refunded_amount,
          'transaction', payment_details->>'processor_transaction_id',
          'refundsAndDisputes', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'amount', amount, 'isGone', is_gone, 'isCounted', is_counted) order by at, id), '[]')
            from (select id, amount, created_at as at, is_gone, is_gone as is_counted
                from refunds r, lateral (select status = 'succeeded'
                  or (status = 'pending' and processor_transaction_id is not null) as is_gone) gone where r.organization_id = p.organization_id and r.payment_id = p.id
              union all select id, amount, created_at, withdrawn_amount > 0, applied_amount > 0
                from disputes d where d.organization_id = p.organization_id and d.payment_id = p.id) backs)) order by id), '[]')
        from payments p where organization_id = ${organization.id}),
      'methods', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'customer', customer_id, 'stored', created_at,
          'isDetached', detached_at is not null) order by id), '[]')
        from payment_methods where organization_id = ${organization.id}),
      'credits', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'customer', customer_id, 'currency', currency_code,
          'source', jsonb_build_object('kind', source_kind, 'id', source_id), 'amount', amount, 'left', left_amount,
          'takenBack', taken_back_amount) order by created_at, id), '[]')
        from customer_credits where organization_id = ${organization.id}),
      'events', (
        select coalesce(jsonb_agg(jsonb_build_object('sequence', sequence, 'type', type, 'subscription', object->>'id',
          'status', object->>'status', 'start', object->>'current_period_start', 'end', object->>'current_period_end',
          'next', object->>'next_billing_date') order by sequence), '[]')
        from events where organization_id = ${organization.id} and sequence > ${after} and type like 'subscription.%')
    ) as written`.execute(billing.database)
  return rows[0]!.written
}
