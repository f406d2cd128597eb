import type { PaymentStatus, SubscriptionStatus } from '@billing-checkout/contract'
import { sql } from 'kysely'
import type { PaymentPurpose } from '#server/store/schema/payments.ts'
import type { LawShop } from './law-shop.ts'

/** A payment of a customer; amounts in minor units. */
export interface StatementPayment {
  readonly id: string
  readonly purpose: PaymentPurpose
  readonly status: PaymentStatus
  readonly amount: number
  /** The amount less refunds and disputes. If the payment was not paid, its amount counts as 0. */
  readonly kept: number
  /** The part that can still be refunded. */
  readonly refundable: number
  /** The processor's transaction id. */
  readonly transaction: string | null
  readonly at: number
}

/**
 * A customer's first subscription in the books. Its credit includes credit that moved to the customer and that no purchase has spent. Times
 * are in milliseconds since 1970, amounts in minor units.
 */
export interface Statement {
  /** Null before there is a subscription. Then only `payments` and `kept` are meaningful. */
  readonly id: string | null
  readonly status: SubscriptionStatus | null
  /** The position of the subscription's plan in the shop. */
  readonly plan: number
  /** The position of the plan to which the subscription changes at the end of its period; null if no change is scheduled. */
  readonly scheduled: number | null
  readonly price: number
  readonly anchor: number
  readonly start: number
  readonly end: number
  readonly next: number | null
  readonly trialEnd: number | null
  readonly cost: number
  readonly balance: number
  /** The part of the period's cost that the period's own payment paid; undefined without a subscription. */
  readonly paid: number | undefined
  /** The payments from which the subscription's credit comes; undefined without a subscription. */
  readonly entries: readonly Entry[] | undefined
  readonly declines: number
  readonly paidBy: string | null
  /** Oldest first. */
  readonly payments: readonly StatementPayment[]
  readonly kept: number
}

/** The part of the credit that comes from one payment. */
export interface Entry {
  readonly payment: string
  readonly minor: number
}

interface Row {
  readonly id: string
  readonly status: SubscriptionStatus
  readonly plan_id: string
  readonly scheduled_plan_id: string | null
  readonly price_amount: number
  readonly quantity: number
  readonly anchor: string
  readonly current_period_start: string
  readonly current_period_end: string
  readonly next_billing_date: string | null
  readonly trial_ends_at: string | null
  readonly period_cost_amount: number
  readonly balance_amount: number
  readonly period_paid_amount?: number
  readonly credit_entries?:
    | readonly { readonly source: { readonly kind: string; readonly id: string }; readonly minor: number }[]
    | null
  readonly attempt_count: number
  readonly period_payment_id: string | null
}

/** Reads a customer's records. */
export const readStatement = async (
  { billing, organization, plans }: LawShop,
  customer: string,
): Promise<Statement> => {
  const { rows } = await sql<{
    subscription: Row | null
    payments: readonly StatedRow[]
    credits: readonly MovedRow[]
  }>`select
      (select to_jsonb(s) from subscriptions s where organization_id = ${organization.id} and customer_id = ${customer}
        order by created_at, id limit 1) as subscription,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'purpose', purpose, 'status', payment_status, 'amount', amount,
          'back', refunded_amount + disputed_amount, 'transaction', payment_details->>'processor_transaction_id', 'at', created_at)
          order by created_at, id), '[]')
        from payments where organization_id = ${organization.id} and customer_id = ${customer}) as payments,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', source_kind, 'payment', source_id, 'minor', left_amount + (
          select coalesce(sum(u.amount - u.taken_back_amount), 0) from customer_credit_uses u
          join payments p on p.organization_id = u.organization_id and p.id = u.spender and p.payment_status = 'PENDING'
          where u.organization_id = c.organization_id and u.credit_id = c.id and u.returned_at is null))
          order by created_at, id), '[]')
        from customer_credits c where organization_id = ${organization.id} and customer_id = ${customer}) as credits`.execute(
    billing.database,
  )
  const { subscription: row, payments, credits } = rows[0]!
  const stated = payments.map(statedOf)
  const kept = stated.reduce((sum, payment) => sum + payment.kept, 0)
  return { ...(row === null ? noSubscription : withMoved(subscriptionOf(row, plans), credits)), payments: stated, kept }
}

interface MovedRow extends Entry {
  readonly kind: 'payment' | 'rounding'
}

/** Adds the customer's credit rows (`moved`) to the balance and entries of the subscription. */
const withMoved = (statement: Omit<Statement, 'payments' | 'kept'>, moved: readonly MovedRow[]) => {
  const ofPayments = moved.filter(({ kind, minor }) => kind === 'payment' && minor > 0)
  const entries = ofPayments.reduce<readonly Entry[]>(
    (all, { payment, minor }) =>
      all.some((each) => each.payment === payment)
        ? all.map((each) => (each.payment === payment ? { payment, minor: each.minor + minor } : each))
        : [...all, { payment, minor }],
    statement.entries ?? [],
  )
  return { ...statement, balance: moved.reduce((sum, { minor }) => sum + minor, statement.balance), entries }
}

interface StatedRow extends Omit<StatementPayment, 'kept' | 'refundable' | 'at'> {
  readonly back: number
  readonly at: string
}

const statedOf = ({ back, at, ...payment }: StatedRow): StatementPayment => {
  const isPaid = ['AUTHORIZED', 'SETTLING', 'SETTLED'].includes(payment.status)
  // If money that was sent back never arrived in the first place, `kept` is negative: a loss.
  return {
    ...payment,
    kept: (isPaid ? payment.amount : 0) - back,
    refundable: isPaid ? payment.amount - back : 0,
    at: Date.parse(at),
  }
}

const subscriptionOf = (row: Row, plans: readonly string[]): Omit<Statement, 'payments' | 'kept'> => ({
  id: row.id,
  status: row.status,
  plan: plans.indexOf(row.plan_id),
  scheduled: row.scheduled_plan_id === null ? null : plans.indexOf(row.scheduled_plan_id),
  price: row.price_amount * row.quantity,
  anchor: Date.parse(row.anchor),
  start: Date.parse(row.current_period_start),
  end: Date.parse(row.current_period_end),
  next: row.next_billing_date === null ? null : Date.parse(row.next_billing_date),
  trialEnd: row.trial_ends_at === null ? null : Date.parse(row.trial_ends_at),
  cost: row.period_cost_amount,
  balance: row.balance_amount,
  paid: row.period_paid_amount,
  entries:
    row.credit_entries === undefined
      ? undefined
      : (row.credit_entries ?? [])
          .filter(({ source }) => source.kind === 'payment')
          .map(({ source, minor }) => ({ payment: source.id, minor })),
  declines: row.attempt_count,
  paidBy: row.period_payment_id,
})

const noSubscription: Omit<Statement, 'payments' | 'kept'> = {
  id: null,
  status: null,
  plan: -1,
  scheduled: null,
  price: 0,
  anchor: 0,
  start: 0,
  end: 0,
  next: null,
  trialEnd: null,
  cost: 0,
  balance: 0,
  paid: undefined,
  entries: undefined,
  declines: 0,
  paidBy: null,
}
