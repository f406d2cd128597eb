import { sql } from 'kysely'
import { isAuthorizedOrCaptured } from '@billing-checkout/domain'
import type { PaymentStatus } from '@billing-checkout/contract'
import type { Billing } from '#server/billing/billing.ts'
import type { Scene } from './scenes.ts'

/** The result of a meeting for the scene's customers: what they have paid, less what went back, and what they got for it. */
export interface Outcome {
  /** In minor units. */
  readonly kept: number
  /** The customers' remaining credit, in minor units. */
  readonly credit: number
  /** How often discounts have been redeemed. */
  readonly redeemed: number
  /** A sentence for each subscription. */
  readonly subscriptions: readonly string[]
}

/** Reads the outcome of a scene. */
export const readOutcome = async ({ database }: Billing, { organization, plans }: Scene): Promise<Outcome> => {
  const { rows } = await sql<{
    payments: readonly Kept[]
    subscriptions: readonly Bought[]
    credit: number
    redeemed: number
  }>`select
    (select coalesce(jsonb_agg(jsonb_build_object('status', payment_status, 'amount', amount, 'refunded', refunded_amount, 'disputed', disputed_amount)), '[]')
      from payments where organization_id = ${organization.id}) as payments,
    (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'plan', plan_id, 'status', status, 'price', price_amount, 'quantity', quantity,
        'start', current_period_start, 'end', current_period_end, 'next', next_billing_date,
        'cost', period_cost_amount, 'balance', balance_amount, 'scheduled', scheduled_plan_id, 'requestedEnd', requested_end_at, 'owes', owed_claim_id is not null) order by created_at), '[]')
      from subscriptions where organization_id = ${organization.id}) as subscriptions,
    (select coalesce(sum(left_amount), 0)::bigint from customer_credits where organization_id = ${organization.id}) as credit,
    (select coalesce(sum(redeemed), 0)::int from discounts where organization_id = ${organization.id}) as redeemed`.execute(
    database,
  )
  const { payments, subscriptions, credit, redeemed } = rows[0]!
  const planNames = new Map(Object.entries(plans).map(([name, id]) => [id, name]))
  return {
    kept: payments.reduce(
      (sum, { status, amount, refunded, disputed }) =>
        sum + (isAuthorizedOrCaptured(status) ? amount - refunded - disputed : 0),
      0,
    ),
    credit,
    redeemed,
    subscriptions: subscriptions.map(
      ({ plan, status, price, quantity, start, end, next, cost, balance, scheduled, requestedEnd, owes }) =>
        `${planNames.get(plan)} at ${price} × ${quantity} is ${status} from ${dayOf(start)} to ${dayOf(end)}, charged next ${dayOf(next)}, ` +
        `for ${cost}, balance ${balance}${scheduled === null ? '' : `, then ${planNames.get(scheduled)}`}${requestedEnd === null ? '' : `, ends from ${dayOf(requestedEnd)}`}${owes ? ', owes its period' : ''}`,
    ),
  }
}

interface Kept {
  readonly status: PaymentStatus
  readonly amount: number
  readonly refunded: number
  readonly disputed: number
}

interface Bought {
  readonly plan: string
  readonly status: string
  readonly price: number
  readonly quantity: number
  readonly start: string
  readonly end: string
  readonly next: string | null
  readonly cost: number
  readonly balance: number
  readonly scheduled: string | null
  readonly requestedEnd: string | null
  readonly owes: boolean
}

const dayOf = (at: string | null): string => at?.slice(0, 10) ?? 'never'

/** An outcome as one sentence. Equal outcomes have the same sentence. */
export const describeOutcome = ({ kept, credit, redeemed, subscriptions }: Outcome): string =>
  `${kept} was paid and kept, ${credit} of credit is left, discounts were redeemed ${redeemed} times; ${subscriptions.join('; ')}`

/** The number of payments, whatever their status. */
export const countPayments = async ({ database }: Billing): Promise<number> => {
  const { rows } = await sql<{ payments: number }>`select count(*)::int as payments from payments`.execute(database)
  return rows[0]!.payments
}
