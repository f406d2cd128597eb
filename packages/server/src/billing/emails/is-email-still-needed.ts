import type { EmailKind } from '@billing-checkout/contract'
import { foldCase, type Timestamp } from '@billing-checkout/domain'
import { loadSubscription } from '../../store/entities/subscriptions.ts'
import { loadEndAfterRenewals } from '../../presenters/subscriptions/end-of-subscription.ts'
import type { CustomerRow, EmailRow, SubscriptionRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { chargeAtOf } from './charge-at-of.ts'

interface SubscriptionState extends SubscriptionRow {
  /**
   * When the subscription ends, if it renews until a requested date; null if no date was requested. From this end on, nothing is charged.
   */
  readonly endsAt: Timestamp | null
}

/**
 * Whether an email is still true and still needed at the time of sending. An order confirmation, and an email about a cancellation, a
 * withdrawal or a change that was made, are always needed. `customer` is the customer as it is now; null if the email names no customer.
 */
export const isEmailStillNeeded = async (
  work: Write,
  email: EmailRow,
  customer: CustomerRow | null,
): Promise<boolean> =>
  (await checks[email.kind]?.(work, email, customer)) ?? (await isNeededBySubscription(work, email))

type Check = (work: Write, email: EmailRow, customer: CustomerRow | null) => Promise<boolean>

const checks: Partial<Readonly<Record<EmailKind, Check>>> = {
  // Even an approved payment may have failed by now, because its money never arrived.
  receipt: async ({ db }, { paymentId }) => {
    const query = db.selectFrom('payments').select('paymentStatus').where('id', '=', paymentId)
    return (await query.executeTakeFirst())?.paymentStatus !== 'FAILED'
  },
  // Even a refund that arrived may have failed by now, because a bank returned it.
  refund: async ({ db }, { facts }) => {
    const query = db
      .selectFrom('refunds')
      .select('status')
      .where('id', '=', facts.refund_id ?? '')
    return (await query.executeTakeFirst())?.status !== 'failed'
  },
  // Not needed if the customer has changed back to the former address in the meantime.
  email_changed: async (_, { recipient }, customer) => foldCase(customer?.email ?? '') !== foldCase(recipient ?? ''),
}

const isNeededBySubscription = async (work: Write, email: EmailRow): Promise<boolean> => {
  const check = checksOfSubscription[email.kind]
  if (check === undefined || email.subscriptionId === null) return true
  const subscription = await loadSubscription(work.db, email.subscriptionId)
  if (subscription === undefined) return false
  const endsAt = await loadEndAfterRenewals(work.db, subscription)
  return check({ ...subscription, endsAt }, email, work)
}

type CheckOfSubscription = (subscription: SubscriptionState, email: EmailRow, work: Write) => boolean

const isOwed: CheckOfSubscription = ({ status }) => status === 'past_due'

/**
 * Whether the charge that a notice announces is still ahead: its time has not passed, and the subscription still has the plan and quantity
 * in the notice. A charge that was postponed to the subscription's requested end is never made, so it is not ahead.
 */
const isChargeAhead: CheckOfSubscription = (subscription, { facts }, { now }) => {
  const { status, endsAt } = subscription
  const planId = subscription.scheduledPlanId ?? subscription.planId
  const quantity = subscription.scheduledQuantity ?? subscription.quantity
  const chargeAt = chargeAtOf(subscription)
  return (
    (status === 'trial' || status === 'active') &&
    chargeAt === facts.charged_at &&
    now < chargeAt &&
    (endsAt === null || chargeAt < endsAt) &&
    planId === (facts.plan_id ?? planId) &&
    quantity === (facts.quantity ?? quantity)
  )
}

/**
 * An email about a scheduled change is needed until the change is revoked, replaced or made. An email about a dropped change is always
 * needed.
 */
const isScheduled: CheckOfSubscription = ({ scheduledPlanId, scheduledQuantity }, { facts }) =>
  facts.dropped !== undefined || (scheduledPlanId === facts.plan_id && scheduledQuantity === (facts.quantity ?? 1))

const checksOfSubscription: Partial<Readonly<Record<EmailKind, CheckOfSubscription>>> = {
  payment_failed: isOwed,
  payment_method_missing: isOwed,
  trial_ending: isChargeAhead,
  renewal_notice: isChargeAhead,
  price_change: isChargeAhead,
  reminder: isChargeAhead,
  card_expiring: isChargeAhead,
  change_scheduled: isScheduled,
}
