import type { EmailKind } from '@billing-checkout/contract'
import type { EmailRow, SubscriptionRow } from '../../store/rows.ts'
import type { Write } from '../../store/write.ts'
import { chargeAtOf } from './charge-at-of.ts'

type SubscriptionState = Pick<
  SubscriptionRow,
  'status' | 'currentPeriodEnd' | 'nextBillingDate' | 'planId' | 'scheduledPlanId'
>

/** Whether what an email announces or asks for is still true. An email about something that has happened always is. */
export const isStillNeeded = async (work: Write, email: EmailRow): Promise<boolean> => {
  const check = checks[email.kind]
  if (check === undefined || email.subscriptionId === null) return true
  const subscription = await work.db
    .selectFrom('subscriptions')
    .select(['status', 'currentPeriodEnd', 'nextBillingDate', 'planId', 'scheduledPlanId'])
    .where('id', '=', email.subscriptionId)
    .executeTakeFirst()
  return subscription !== undefined && check(subscription, email, work)
}

type Check = (subscription: SubscriptionState, email: EmailRow, work: Write) => boolean

const isOwed: Check = ({ status }) => status === 'past_due'

/** A notice that comes after its charge announces nothing, nor does one of a plan that was left. */
const isToCome: Check = (subscription, { facts }, { now }) => {
  const { status } = subscription
  const planId = subscription.scheduledPlanId ?? subscription.planId
  const chargeAt = chargeAtOf(subscription)
  return (
    (status === 'trial' || status === 'active') &&
    chargeAt === facts.charged_at &&
    now < chargeAt &&
    planId === (facts.plan_id ?? planId)
  )
}

/** A scheduled change is news until it is taken back, replaced or made; that it was dropped always is. */
const isScheduled: Check = ({ scheduledPlanId }, { facts }) =>
  facts.dropped !== undefined || scheduledPlanId === facts.plan_id

const checks: Partial<Readonly<Record<EmailKind, Check>>> = {
  payment_failed: isOwed,
  payment_method_missing: isOwed,
  trial_ending: isToCome,
  renewal_notice: isToCome,
  price_change: isToCome,
  reminder: isToCome,
  card_expiring: isToCome,
  change_scheduled: isScheduled,
}
