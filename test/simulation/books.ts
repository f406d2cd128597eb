import type {
  PaymentMethodType,
  PaymentStatus,
  PaymentTax,
  RefundStatus,
  ThreeDSecure,
} from '@billing-checkout/contract'
import { sql } from 'kysely'
import type { Database } from '#server/store/database.ts'

/** A payment in our books. */
export interface BookedPayment {
  readonly id: string
  readonly status: PaymentStatus
  readonly amount: number
  readonly currency: string
  /** The sum of the lines of the payment's quote. */
  readonly lines: number
  /** The price of one unit of the payment's plan, without tax or discount. */
  readonly unitPrice: number
  readonly quantity: number
  readonly isDiscounted: boolean
  /** Whether the payment opens a trial. */
  readonly isTrial: boolean
  /** The customer's credit that the payment spends. */
  readonly credit: number
  /** What the processor collected, if that differs from the amount. */
  readonly collected: number | null
  readonly refunded: number
  /** What disputes have withdrawn from the payment. */
  readonly disputed: number
  readonly claim: string
  readonly session: string | null
  readonly customer: string
  readonly plan: string
  readonly subscription: string | null
  readonly purpose: string
  /** Whether the payment was approved after another payment had bought the same plan or period, or after its subscription had changed. */
  readonly isUnwanted: boolean
  /** The idempotency key of the merchant's request that made the payment. */
  readonly request: string | null
  /** The start of the period that a renewal pays. */
  readonly period: string | null
  /** The kind of the payment method, if known. */
  readonly method: PaymentMethodType | null
  readonly tax: Pick<PaymentTax, 'amount_subtotal' | 'amount_tax' | 'behavior'> | null
  readonly threeDSecure: ThreeDSecure | null
}

/** A refund in our books. */
export interface BookedRefund {
  readonly id: string
  readonly payment: string
  readonly amount: number
  /** The refund's share of the tax. */
  readonly tax: number
  readonly status: RefundStatus
  readonly transaction: string | null
  /** The idempotency key of the merchant's request that made the refund. */
  readonly request: string | null
  /** Whether our server requested the refund, or found it at the processor. */
  readonly source: 'here' | 'processor'
}

/** An attempt in our books, and the processor's ledger entry for its reference. */
export interface BookedAttempt {
  readonly reference: string
  readonly payment: string
  readonly kind: string
  readonly state: 'open' | 'done' | 'closed'
  /** How many workers have held the attempt. */
  readonly fence: number
  readonly refund: string | null
  /** Whether an attempt over another connection has replaced this attempt. */
  readonly isHandedOn: boolean
  readonly ledger: LedgerEntry | null
}

/** An obligation in our books. */
export interface BookedObligation {
  readonly payment: string
  readonly kind: 'refund' | 'void'
  readonly state: 'open' | 'met' | 'closed'
  readonly amount: number
  /** Whether the money counted as paid before it was owed back. */
  readonly isCounted: boolean
}

/** A row of a customer's credit, with its uses. */
export interface BookedCredit {
  readonly id: string
  readonly amount: number
  readonly left: number
  /** The part taken back by refunds and disputes of the payment from which the credit comes. */
  readonly takenBack: number
  /** The key of the request that granted the credit; null for credit that moved from a cancelled subscription. */
  readonly reason: string | null
  readonly uses: readonly {
    readonly spender: string
    readonly amount: number
    readonly worth: number
    readonly isReturned: boolean
  }[]
}

/** A discount, its redemption count, and the number of payments that have the discount (`held`). */
export interface BookedDiscount {
  readonly id: string
  readonly redeemed: number
  readonly max: number | null
  readonly held: number
}

/** An entry in the processor's ledger. */
export interface LedgerEntry {
  readonly transaction: string
  readonly kind: string
  readonly amount: number
  readonly currency: string
  readonly outcome: 'approved' | 'declined' | 'abandoned' | 'failed'
  /** Whether an approved charge was captured immediately. */
  readonly captured: boolean
  /** Whether the payer disputes the charge a day after it was made. */
  readonly isDisputed?: boolean
  /** Whether the charge's settlement fails a day later. */
  readonly settlementFails: boolean
  /** Whether a refund failed after it was approved, so its money came back. */
  readonly isTakenBack: boolean
}

/** The current state of a payment or subscription, and its state in its last event. Events about skipped periods are ignored. */
export interface ReplayedEvents {
  readonly id: string
  readonly current: object
  /** Null if there is no event about the payment or subscription. */
  readonly inLastEvent: object | null
}

/** A payment as an event presents it. */
export interface PaymentInEvent {
  readonly type: string
  readonly payment: string
  readonly status: PaymentStatus
  readonly taxStatus: string | null
  readonly sequence: number
}

/** Everything about the money of one organization, in our books and the processor's, at one time. */
export interface Books {
  readonly payments: readonly BookedPayment[]
  readonly refunds: readonly BookedRefund[]
  readonly attempts: readonly BookedAttempt[]
  readonly obligations: readonly BookedObligation[]
  readonly credits: readonly BookedCredit[]
  readonly discounts: readonly BookedDiscount[]
  /** Events about payments, in order. */
  readonly events: readonly PaymentInEvent[]
  /** The cancelled subscriptions, with the sequence of the event that reports the cancellation. */
  readonly ends: readonly { readonly subscription: string; readonly sequence: number }[]
  readonly replayed: readonly ReplayedEvents[]
  readonly subscriptions: readonly { readonly customer: string; readonly plan: string; readonly status: string }[]
  /** Each idempotency key, the payment made under it, and whether the answer is stored. */
  readonly keys: readonly {
    readonly caller: string
    readonly key: string
    readonly payment: string | null
    readonly isAnswered: boolean
  }[]
  /** Work of any kind that was deferred, and the reason. */
  readonly deferred: readonly { readonly kind: string; readonly id: string; readonly reason: string }[]
  /** Refunds that the server did not request. */
  readonly refundsOfOthers?: readonly UnrequestedRefund[]
}

/** A refund of one of our charges that the server did not request, for example one made in the processor's dashboard. */
export interface UnrequestedRefund {
  readonly transaction: string
  /** The processor's transaction id of the refunded charge. */
  readonly of: string
  readonly amount: number
  readonly isTakenBack: boolean
}

/** Reads our books and the processor's in one statement, so that both are from the same time. */
export const readBooks = async (database: Database, organizationId: string): Promise<Books> => {
  const { rows } = await sql<{ books: Books }>`
    select jsonb_build_object(
      'payments', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'status', payment_status, 'amount', amount, 'currency', currency_code,
          'lines', (select coalesce(sum((line->>'amount')::bigint), 0) from jsonb_array_elements(lines) line),
          'unitPrice', (select (price->'default'->>'amount')::bigint from plans pl where pl.organization_id = p.organization_id and pl.id = p.plan_id),
          'quantity', (select coalesce((quote->'terms'->>'quantity')::int, 1) from claims c where c.organization_id = p.organization_id and c.id = p.claim_id),
          'isTrial', (select (quote->>'withTrial')::boolean from claims c where c.organization_id = p.organization_id and c.id = p.claim_id),
          'isDiscounted', lines @> '[{"kind": "discount"}]',
          'credit', credit_amount, 'collected', collected_amount, 'refunded', refunded_amount, 'disputed', disputed_amount, 'claim', claim_id, 'session', session_id, 'customer', customer_id, 'plan', plan_id,
          'subscription', subscription_id, 'purpose', purpose, 'request', metadata->>'request',
          'isUnwanted', coalesce(status_reason->>'status' = 'unwanted', false), 'method', payment_method->>'type', 'tax', tax, 'threeDSecure', authentication,
          'period', (select period_start from claims c where c.organization_id = p.organization_id and c.id = p.claim_id
            and c.kind = 'period')) order by id), '[]')
        from payments p where organization_id = ${organizationId}),
      'refunds', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'payment', payment_id, 'amount', amount, 'tax', tax_amount, 'status', status,
          'transaction', processor_transaction_id, 'request', reason, 'source', source) order by id), '[]')
        from refunds where organization_id = ${organizationId}),
      'attempts', (
        select coalesce(jsonb_agg(jsonb_build_object('reference', a.processor_key, 'payment', a.payment_id, 'kind', a.kind,
          'state', a.state, 'fence', a.fence, 'refund', a.request->'notes'->>'refundId',
          'isHandedOn', a.handed_on_to is not null, 'ledger', case when t.reference is null then null else
          jsonb_build_object('transaction', t.id, 'kind', t.kind, 'amount', t.amount, 'currency', t.currency_code,
            'outcome', t.outcome->>'kind', 'captured', coalesce((t.outcome->>'captured')::boolean, false),
            'settlementFails', coalesce((t.traits->>'settlementFails')::boolean, false),
            'isDisputed', t.traits ? 'disputed', 'isTakenBack', t.kind = 'refund' and t.traits ? 'refundFails' and t.outcome->>'kind' = 'failed') end) order by a.id), '[]')
        from attempts a left join sandbox_processor.transactions t on t.reference = a.processor_key
        where a.organization_id = ${organizationId}),
      'obligations', (
        select coalesce(jsonb_agg(jsonb_build_object('payment', payment_id, 'kind', kind, 'state', state,
          'amount', amount, 'isCounted', is_counted) order by id), '[]')
        from obligations where organization_id = ${organizationId}),
      'credits', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'amount', amount, 'left', left_amount, 'takenBack', taken_back_amount, 'reason', reason,
          'uses', (select coalesce(jsonb_agg(jsonb_build_object('spender', spender, 'amount', u.amount, 'worth', worth_amount,
            'isReturned', returned_at is not null)), '[]') from customer_credit_uses u
            where u.organization_id = c.organization_id and u.credit_id = c.id)) order by id), '[]')
        from customer_credits c where organization_id = ${organizationId}),
      'discounts', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'redeemed', redeemed, 'max', max_redemptions, 'held',
          (select count(*) from payments p where p.organization_id = d.organization_id and p.discount_id = d.id)) order by id), '[]')
        from discounts d where organization_id = ${organizationId}),
      'events', (
        select coalesce(jsonb_agg(jsonb_build_object('type', type, 'payment', object->>'id',
          'status', object->>'payment_status', 'taxStatus', object->'tax'->>'status', 'sequence', sequence) order by sequence), '[]')
        from events where organization_id = ${organizationId} and object ? 'payment_status'),
      'ends', (
        select coalesce(jsonb_agg(jsonb_build_object('subscription', object->>'id', 'sequence', sequence)), '[]')
        from events where organization_id = ${organizationId} and type = 'subscription.cancelled'),
      'replayed', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'current', jsonb_build_object('status', payment_status,
            'refunded', refunded_amount, 'refund', (select status from refunds r where r.organization_id = p.organization_id
              and r.payment_id = p.id order by created_at desc, id desc limit 1)),
          'inLastEvent', (select jsonb_build_object('status', object->>'payment_status', 'refunded', object->'refunded_amount',
              'refund', object->'refund'->>'status')
            from events e where e.organization_id = p.organization_id and object->>'id' = p.id order by sequence desc limit 1))), '[]')
        from payments p where organization_id = ${organizationId}) || (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'current', jsonb_build_object('status', status,
            'start', current_period_start, 'end', current_period_end, 'next', next_billing_date),
          'inLastEvent', (select jsonb_build_object('status', object->>'status',
              'start', (object->>'current_period_start')::timestamptz, 'end', (object->>'current_period_end')::timestamptz,
              'next', (object->>'next_billing_date')::timestamptz)
            from events e where e.organization_id = s.organization_id and object->>'id' = s.id
              and type <> 'subscription.period_skipped' order by sequence desc limit 1))), '[]')
        from subscriptions s where organization_id = ${organizationId}),
      'subscriptions', (
        select coalesce(jsonb_agg(jsonb_build_object('customer', customer_id, 'plan', plan_id, 'status', status) order by id), '[]')
        from subscriptions where organization_id = ${organizationId}),
      'keys', (
        select coalesce(jsonb_agg(jsonb_build_object('caller', caller, 'key', key, 'payment', payment_id,
          'isAnswered', answer is not null)), '[]')
        from idempotency_keys where organization_id = ${organizationId}),
      'deferred', (
        select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'id', id, 'reason', reason)), '[]')
        from deferred_work where organization_id = ${organizationId})
    ) as books`.execute(database)
  return rows[0]!.books
}
