import type { EmailKind } from '@billing-checkout/contract'
import { foldCase, type Timestamp } from '@billing-checkout/domain'
import { loadEndAfterRenewals } from '../../presenters/subscriptions/end-of-subscription.ts'
import type { CustomerRow, EmailRow, SubscriptionRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { chargeAtOf } from './charge-at-of.ts'

interface SubscriptionState extends Pick<
  SubscriptionRow,
  'status' | 'currentPeriodEnd' | 'nextBillingDate' | 'planId' | 'quantity' | 'scheduledPlanId' | 'scheduledQuantity'
> {
  /** The end after further renewals that a cancellation has set; nothing is charged at that date or later. */
  readonly endsAt: Timestamp | null
}

/**
 * Whether an email still says what is true and asks for what is wanted. An order confirmation, and an email about a cancellation, a
 * withdrawal or a change that was made, always does. `customer` is the customer as it is now; null if the email has none.
 */
export const isStillNeeded = async (work: Write, email: EmailRow, customer: CustomerRow | null): Promise<boolean> =>
  (await checks[email.kind]?.(work, email, customer)) ?? (await isNeededBySubscription(work, email))

type Check = (work: Write, email: EmailRow, customer: CustomerRow | null) => Promise<boolean>

const checks: Partial<Readonly<Record<EmailKind, Check>>> = {
  // The money of an approved payment may never arrive.
  receipt: async ({ db }, { paymentId }) => {
    const query = db.selectFrom('payments').select('paymentStatus').where('id', '=', paymentId)
    return (await query.executeTakeFirst())?.paymentStatus !== 'FAILED'
  },
  // A bank may return a refund that has arrived.
  refund: async ({ db }, { facts }) => {
    const query = db
      .selectFrom('refunds')
      .select('status')
      .where('id', '=', facts.refund_id ?? '')
    return (await query.executeTakeFirst())?.status !== 'failed'
  },
  // The customer may have the former address again.
  email_changed: async (_, { recipient }, customer) => foldCase(customer?.email ?? '') !== foldCase(recipient ?? ''),
}

const isNeededBySubscription = async (work: Write, email: EmailRow): Promise<boolean> => {
  const check = checksOfSubscription[email.kind]
  if (check === undefined || email.subscriptionId === null) return true
  const subscription = await work.db
    .selectFrom('subscriptions')
    .select(['id', 'status', 'anchor', 'currentPeriodEnd', 'nextBillingDate', 'requestedEndAt', 'planId', 'quantity'])
    .select(['scheduledPlanId', 'scheduledQuantity'])
    .where('id', '=', email.subscriptionId)
    .executeTakeFirst()
  if (subscription === undefined) return false
  const endsAt = await loadEndAfterRenewals(work.db, subscription)
  return check({ ...subscription, endsAt }, email, work)
}

type CheckOfSubscription = (subscription: SubscriptionState, email: EmailRow, work: Write) => boolean

const isOwed: CheckOfSubscription = ({ status }) => status === 'past_due'

/**
 * A notice is out of date after its charge, and after the subscription left the plan or quantity that it names. It is also out of date if
 * the charge was postponed to the subscription's requested end, because then the charge is not made.
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

/** An email about a scheduled change is current until the change is revoked, replaced or made; an email that it was dropped always is. */
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
