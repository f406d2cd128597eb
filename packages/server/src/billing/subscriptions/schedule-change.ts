import { Problem } from '@billing-checkout/contract'
import { type PlanTerms, quantityOf, unitPrice } from '@billing-checkout/domain'
import type { Organization } from '../../organization/organization.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { PlanRow, SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { isRefused } from '../checks/is-refused.ts'
import { paymentInProgress } from '../checks/payment-in-progress.ts'
import { discountAfterChange, inJson } from '../discounts/discount-of-sale.ts'
import { refuseBecomingSecond } from '../checks/refuse-double.ts'
import { oweEmailOfDroppedChange } from '../emails/owe-email-of-change.ts'
import { unfinishedOfSubscription } from '../payments/change-being-paid.ts'
import type { ResolvedSession } from '../quotes/resolve-session.ts'
import { noScheduledChange } from './processed-columns.ts'
import { recordSubscription, updateSubscription } from './record-subscription.ts'
import { noPlanChange, withoutScheduledChange } from './remember-change.ts'
import type { RequestedStatus } from './change-status.ts'
import { refuseOtherRequestedEnd } from './switch-plan.ts'

/**
 * The columns of a subscription that changes to these terms at the end of its period (DECISIONS 200); undefined if that is already
 * scheduled. Throws `subscription_not_changeable` or `payment_in_progress` if the change cannot be scheduled.
 */
export const scheduleChange = async (
  { db, now }: Write,
  subscription: LockedSubscription,
  terms: PlanTerms,
): Promise<SubscriptionChange | undefined> => {
  refuseUnlessSchedulable(subscription)
  await refuseWhileRenewing(db, subscription)
  const change = {
    scheduledPlanId: terms.id,
    scheduledPriceAmount: unitPrice(terms),
    scheduledQuantity: quantityOf(terms),
  }
  const isSame = (Object.keys(change) as (keyof typeof change)[]).every((part) => change[part] === subscription[part])
  return isSame ? undefined : { ...change, ...noPlanChange, updatedAt: now }
}

/** Throws `subscription_not_changeable` unless a change can wait for the end of the subscription's period. */
const refuseUnlessSchedulable = ({
  id,
  status,
  requestedEndAt,
}: Pick<SubscriptionRow, 'id' | 'status' | 'requestedEndAt'>): void => {
  if (requestedEndAt !== null) {
    const message = `Subscription ${id} renews until its cancellation ends it; no change of it can be scheduled.`
    throw new Problem('subscription_not_changeable', message)
  }
  if (status === 'trial' || status === 'active') return
  throw new Problem(
    'subscription_not_changeable',
    `Subscription ${id} is ${status}; a change can be scheduled in trial and active.`,
  )
}

/**
 * Throws `payment_in_progress` if the subscription's next period already has a claim, or if a claim is owed, because the price in the claim
 * is frozen.
 */
export const refuseWhileRenewing = async (
  db: OrganizationDatabase,
  { id, currentPeriodEnd, owedClaimId }: SubscriptionRow,
): Promise<void> => {
  const claim = await db
    .selectFrom('claims')
    .select('id')
    .where('kind', '=', 'period')
    .where('subscriptionId', '=', id)
    .where('periodStart', '=', currentPeriodEnd)
    .executeTakeFirst()
  if (claim !== undefined || owedClaimId !== null) throw paymentInProgress(`The renewal of subscription ${id}`)
}

/** The current and the scheduled plan of a subscription that is renewed, and its organization. */
interface ScheduledRows {
  readonly plan: PlanRow
  readonly scheduledPlan?: PlanRow | undefined
  readonly organization: Organization
}

/**
 * Changes a subscription to its scheduled plan when its next period is claimed. If its customer has another live subscription to that plan
 * or its group, the change is dropped, with an event and an email. Returns the subscription and its plan afterwards.
 */
export const applyScheduledChange = async (
  work: Write,
  subscription: LockedSubscription,
  { plan, scheduledPlan, organization }: ScheduledRows,
): Promise<{ readonly subscription: LockedSubscription; readonly plan: PlanRow }> => {
  const { id, scheduledPriceAmount, scheduledQuantity } = subscription
  if (scheduledPlan === undefined || scheduledPriceAmount === null || scheduledQuantity === null)
    return { subscription, plan }
  const check = () => refuseBecomingSecond(work, organization, subscription, scheduledPlan)
  const isDropped = await isRefused(check, 'already_subscribed')
  const change = isDropped
    ? noScheduledChange
    : {
        ...noScheduledChange,
        planId: scheduledPlan.id,
        priceAmount: scheduledPriceAmount,
        quantity: scheduledQuantity,
      }
  const discount = isDropped ? subscription.discount : discountAfterChange(subscription.discount, plan, scheduledPlan)
  const remembered = isDropped ? withoutScheduledChange(subscription) : noPlanChange
  updateSubscription(work, subscription, { ...change, ...remembered, discount: inJson(discount) })
  if (isDropped) await oweEmailOfDroppedChange(work, subscription, plan)
  await recordSubscription(work, id, isDropped ? 'subscription.change_refused' : 'subscription.updated')
  return { subscription: { ...subscription, ...change, discount }, plan: isDropped ? plan : scheduledPlan }
}

/** Refuses a plan change without a charge if the subscription has ended or will end, because no later charge would have the new price. */
export const refusePlanChangeIn = (subscription: Pick<SubscriptionRow, 'id' | 'status'>): void => {
  if (subscription.status === 'cancelled' || subscription.status === 'scheduled_for_cancellation') {
    throw new Problem(
      'subscription_not_changeable',
      `Subscription ${subscription.id} is ${subscription.status}; its plan can be switched in trial, active and past_due.`,
    )
  }
}

/** Refuses a plan change that applies only from the next charge, if no charge follows or a requested end forbids the change. */
export const refuseImpossibleChange = async (
  work: Pick<Write, 'db'>,
  { purpose, subscription, quote, terms }: ResolvedSession,
): Promise<void> => {
  if (purpose !== 'change_plan' || subscription === undefined || quote?.draft.restartsCycle !== false) return
  if (quote.draft.changesAtPeriodEnd) return refuseUnlessSchedulable(subscription)
  refusePlanChangeIn(subscription)
  if (terms !== undefined) await refuseOtherRequestedEnd(work, subscription, terms)
}

/** The change that a request makes while a charge may be pending. */
interface ChangeWhilePaying {
  readonly plan?: unknown
  readonly status?: RequestedStatus | undefined
}

/**
 * Refuses changes while a charge of the subscription is pending, because the charge's outcome may affect them. While a renewal is pending,
 * only a cancellation is allowed. If that renewal is paid after all, its money is voided or refunded in full.
 */
export const refuseWhilePaying = async ({ find }: Write, id: string, change: ChangeWhilePaying): Promise<void> => {
  const [unfinished] = await find(unfinishedOfSubscription, [id])
  if (unfinished === undefined) return
  const ends = change.status === 'cancelled' || change.status === 'scheduled_for_cancellation'
  if (unfinished.purpose === 'renew' && ends && change.plan === undefined) return
  throw paymentInProgress(`Payment ${unfinished.id} of subscription ${id}`)
}
