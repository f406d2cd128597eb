import {
  addInterval,
  type BillingPeriod,
  periodPaidAt,
  subscriptionAfter,
  type Timestamp,
} from '@billing-checkout/domain'
import { presentSubscription } from '../presenters/present-subscription.ts'
import { loadPlan } from '../store/plans.ts'
import { recordEvent } from '../store/record-event.ts'
import type { PaymentRow, SubscriptionRow } from '../store/rows.ts'
import type { FrozenClaim } from '../store/schema.ts'
import type { Write } from '../store/write.ts'
import { recordSubscription, updateSubscription } from './record-subscription.ts'

/**
 * Opens the period that a claim was made for, because it was paid or nothing was due: trial, active and past due alike
 * become active, and the anchor stays (decisions 9).
 */
export const renewSubscription = async (
  work: Write,
  subscription: SubscriptionRow,
  claim: FrozenClaim,
  payment: PaymentRow | null,
): Promise<void> => {
  const { balanceUsed, ...owed } = claim.period!
  const { period, skipped } = isLate(subscription, owed, payment)
    ? periodPaidAt(owed, claim.terms.interval!, work.now)
    : { period: owed, skipped: [] }
  updateSubscription(work, subscription.id, {
    status: subscriptionAfter(subscription.status, 'renewed'),
    anchor: period.anchor,
    currentPeriodStart: period.start,
    currentPeriodEnd: period.end,
    nextBillingDate: period.end,
    periodCostAmount: claim.terms.price.amount,
    periodPaymentId: payment?.id ?? null,
    balanceAmount: subscription.balanceAmount - balanceUsed,
    attemptCount: 0,
    failureCount: 0,
    pastDueSince: null,
    givesUpAt: null,
    renewalPaymentId: null,
    ...workedOn,
    heldUntil: catchesUpAt(work, period),
  })
  await recordSubscription(work, subscription.id, 'subscription.updated')
  for (const passedOver of skipped) await recordSkipped(work, subscription, passedOver)
}

/** The current period is paid for after all, by another payment of the claim that had failed; what it cost stays. */
export const regainPeriod = async (
  work: Write,
  subscription: SubscriptionRow,
  claim: FrozenClaim,
  payment: PaymentRow,
): Promise<void> => {
  const { anchor, currentPeriodStart: start, currentPeriodEnd: end, periodCostAmount } = subscription
  updateSubscription(work, subscription.id, { owedClaimId: null })
  await renewSubscription(work, subscription, { ...claim, period: { anchor, start, end, balanceUsed: 0 } }, payment)
  updateSubscription(work, subscription.id, { periodCostAmount })
}

/** What is forgotten of a row's troubles when it has been worked on. */
export const workedOn = { heldUntil: null, heldCount: 0, heldReason: null, leaseUntil: null } as const

/**
 * Whether time went by while the period was unpaid, by declines or because nobody knew the outcome. A server that was
 * down is another matter: then every period is caught up with.
 */
const isLate = ({ status }: SubscriptionRow, owed: BillingPeriod, payment: PaymentRow | null): boolean =>
  status === 'past_due' || (payment !== null && payment.createdAt <= owed.end)

/** After downtime one period a day is caught up with, not all at once (decisions 9). */
const catchesUpAt = ({ now }: Write, { end }: BillingPeriod): Timestamp | null =>
  end <= now ? addInterval(now, 'days', 1) : null

/** Tells of a period that nobody is charged for: the subscription as it would have been in it. */
const recordSkipped = async (work: Write, row: SubscriptionRow, period: BillingPeriod): Promise<void> => {
  const plan = (await loadPlan(work.db, work.organizationId, row.planId))!
  const skipped = { ...row, currentPeriodStart: period.start, currentPeriodEnd: period.end }
  recordEvent(work, 'subscription.period_skipped', presentSubscription(skipped, plan))
}
