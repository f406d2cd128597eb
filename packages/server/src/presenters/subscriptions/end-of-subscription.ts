import type { Subscription } from '@billing-checkout/contract'
import { firstPeriodEndOnOrAfter, type Interval, required, type Timestamp } from '@billing-checkout/domain'
import { loadPlan } from '../../store/entities/plans.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { SubscriptionRow } from '../../store/rows.ts'
import type { SubscribedPlan } from '../plans/present-plan.ts'

/**
 * When a subscription ends, and how often it renews before that time. `renewals` is 0 if the subscription's next charge was postponed to
 * the end or later.
 */
export interface EndOfSubscription {
  readonly at: Timestamp
  readonly renewals: number
}

/** The plan of a subscription, and its scheduled plan. */
interface PlansUntilEnd {
  readonly plan: Pick<SubscribedPlan, 'id' | 'intervalUnit' | 'intervalCount'>
  readonly scheduledPlan?: PlansUntilEnd['plan'] | undefined
}

/**
 * The end that a cancellation has set for a subscription, if its plan does not change again. Null if no cancellation has set an end, or the
 * subscription has ended.
 */
export const endOfSubscription = (
  { status, anchor, currentPeriodEnd, nextBillingDate, requestedEndAt }: EndingSubscription,
  { plan, scheduledPlan }: PlansUntilEnd,
): EndOfSubscription | null => {
  if (status === 'scheduled_for_cancellation') return { at: currentPeriodEnd, renewals: 0 }
  if (requestedEndAt === null) return null
  const interval = planIntervalOf(scheduledPlan ?? plan)
  const { at, periodsBefore } = firstPeriodEndOnOrAfter(anchor, interval, currentPeriodEnd, requestedEndAt)
  return { at, renewals: nextBillingDate !== null && nextBillingDate >= at ? 0 : periodsBefore }
}

/** Whether a cancellation has set an end for a running subscription: the end of its period, or a date after further renewals. */
export const endsByCancellation = ({
  status,
  requestedEndAt,
}: Pick<SubscriptionRow, 'status' | 'requestedEndAt'>): boolean =>
  status === 'scheduled_for_cancellation' || requestedEndAt !== null

/** The end that a cancellation has set for a subscription whose plans are in the interface's form. */
export const endOfShownSubscription = (
  row: EndingSubscription,
  { plan, scheduled_change: scheduled }: Pick<Subscription, 'plan' | 'scheduled_change'>,
): EndOfSubscription | null =>
  endOfSubscription(row, { plan: rowOf(plan), scheduledPlan: scheduled ? rowOf(scheduled.plan) : undefined })

const rowOf = ({ id, interval, interval_count: intervalCount }: Subscription['plan']): PlansUntilEnd['plan'] => ({
  id,
  intervalUnit: interval,
  intervalCount,
})

type EndingSubscription = Pick<
  SubscriptionRow,
  'status' | 'anchor' | 'currentPeriodEnd' | 'nextBillingDate' | 'requestedEndAt'
>

/**
 * The date of the next charge. Null if there is no next charge, or if it was postponed to the subscription's end or later and is therefore
 * never made.
 */
export const nextChargeDate = (subscription: EndingSubscription, plans: PlansUntilEnd): Timestamp | null => {
  const { nextBillingDate: date } = subscription
  const end = endOfSubscription(subscription, plans)
  return date !== null && end !== null && date >= end.at ? null : date
}

/**
 * For a subscription that renews until a date that a consumer requested: the end that our answer to the declaration states. Nothing is
 * charged at or after that end. Null if the consumer requested no date.
 */
export const loadEndAfterRenewals = async (
  db: OrganizationDatabase,
  subscription: EndingSubscription & Pick<SubscriptionRow, 'id' | 'planId'>,
): Promise<Timestamp | null> => {
  if (subscription.requestedEndAt === null) return null
  const plan = required(await loadPlan(db, subscription.planId), 'plan of subscription', subscription.id)
  return endOfSubscription(subscription, { plan })?.at ?? null
}

/** The earlier of a date and the subscription's end. */
export const capAtSubscriptionEnd = (at: Timestamp, endsAt: Timestamp | null): Timestamp =>
  endsAt !== null && endsAt < at ? endsAt : at

/** The length of a period of a subscription's plan. */
export const planIntervalOf = ({ id, intervalUnit, intervalCount }: PlansUntilEnd['plan']): Interval => ({
  unit: required(intervalUnit ?? undefined, 'interval of plan', id),
  count: required(intervalCount ?? undefined, 'interval of plan', id),
})
