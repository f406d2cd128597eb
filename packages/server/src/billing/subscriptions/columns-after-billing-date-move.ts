import { Problem } from '@billing-checkout/contract'
import { addInterval, type Timestamp } from '@billing-checkout/domain'
import { invalidValue } from '../../reading/refuse-issues.ts'
import type { SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'
import { columnsIfLastPeriod } from './prepare-status-change.ts'
import { noScheduledChange, processedColumns } from './processed-columns.ts'

/** How far from now the next billing date may be, in days. */
const daysMax = 400

/**
 * The columns that make a subscription's running period or trial end at `to`; undefined if `to` is the end already. Later periods are
 * counted from `to`, the cost of the running period stays, and a scheduled change is removed. Throws `subscription_not_changeable` if the
 * subscription is neither in trial nor active, and `invalid_parameter` if `to` is past or too far away.
 */
export const columnsAfterBillingDateMove = (
  subscription: SubscriptionRow,
  { now, to }: { readonly now: Timestamp; readonly to: Timestamp },
): SubscriptionChange | undefined => {
  const { id, status, currentPeriodEnd } = subscription
  if (status !== 'trial' && status !== 'active') {
    throw new Problem(
      'subscription_not_changeable',
      `Subscription ${id} is ${status}; its next billing date can be moved in trial and active.`,
    )
  }
  refuseFarOrPast(to, now)
  if (to === currentPeriodEnd) return undefined
  return {
    ...processedColumns,
    ...noScheduledChange,
    anchor: to,
    ...(status === 'trial' && { trialEndsAt: to }),
    currentPeriodEnd: to,
    nextBillingDate: to,
    ...columnsIfLastPeriod(subscription, { status, end: to }),
    updatedAt: now,
  }
}

const refuseFarOrPast = (to: Timestamp, now: Timestamp): void => {
  const latest = addInterval(now, 'days', daysMax)
  if (to > now && to <= latest) return
  throw invalidValue(
    'body.subscription.next_billing_date',
    `subscription.next_billing_date must be later than now, ${now}, and not later than ${latest}, got ${to}.`,
  )
}
