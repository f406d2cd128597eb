import type { Subscription } from '@billing-checkout/contract'
import { findPlan } from '../../store/entities/plans.ts'
import type { SubscriptionRow } from '../../store/rows.ts'
import { type OwedEmail, oweEmail } from '../../store/writes/owe-email.ts'
import type { Write } from '../../store/write.ts'

/**
 * Owes the customer the email about a change without a charge: another plan, or a cancellation. `sessionId` names the session in which
 * the shopper made the change.
 */
export const oweEmailOfChange = async (
  work: Write,
  before: SubscriptionRow,
  after: Subscription,
  sessionId: string | undefined,
): Promise<void> => {
  const about = { customerId: before.customerId, subscriptionId: before.id, paymentId: null }
  if (after.plan.id !== before.planId)
    oweEmail(work, { ...about, ...(await planChange(work, before, after, sessionId)) })
  const endsAt = endOf(work, before, after)
  if (endsAt !== null) oweEmail(work, { ...about, kind: 'cancellation', facts: { ends_at: endsAt } })
}

const planChange = async (
  work: Write,
  before: SubscriptionRow,
  after: Subscription,
  sessionId: string | undefined,
): Promise<Pick<OwedEmail, 'kind' | 'facts'>> => {
  const former = await findPlan(work, before.planId)
  return {
    kind: 'plan_changed',
    facts: {
      plan_before: former?.name ?? '',
      plan_after: after.plan.name,
      next_charge_at: after.next_billing_date,
      // Nothing is charged now, and nothing credited.
      amount: 0,
      currency: before.priceCurrency,
      ...(sessionId !== undefined && { session_id: sessionId }),
    },
  }
}

/** When a subscription that was just cancelled ends; null if it was not cancelled. */
const endOf = ({ now }: Write, before: SubscriptionRow, after: Subscription): string | null => {
  if (after.status === before.status) return null
  if (after.status === 'cancelled') return now
  return after.status === 'scheduled_for_cancellation' ? after.current_period_end : null
}
