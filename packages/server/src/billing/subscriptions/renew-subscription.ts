import type { Subscription } from '@billing-checkout/contract'
import {
  addInterval,
  type BillingPeriod,
  discountedPrice,
  discountsAfterRenewal,
  dropSpentEntries,
  type LatePeriod,
  periodPaidAt,
  required,
  convertLedgerToTaxRule,
  subscriptionStatusAfter,
  type Timestamp,
} from '@billing-checkout/domain'
import { endOfSubscription } from '../../presenters/subscriptions/end-of-subscription.ts'
import { presentSubscription, type Subscriber } from '../../presenters/subscriptions/present-subscription.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { PaymentRow, PlanRow, SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'
import type { FrozenClaim } from '../../store/schema/claims.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/writes/write.ts'
import { buysWholePeriod } from '../quotes/buys-whole-period.ts'
import { discountAsJson } from '../discounts/discount-after-change.ts'
import { paidTaxColumn } from '../tax/paid-tax.ts'
import { columnsIfLastPeriod } from './prepare-status-change.ts'
import { noDunningColumns } from './processed-columns.ts'
import { updateSubscription } from './record-subscription-event.ts'
import { entriesColumn, ledgerOf, paidPartOfCost } from './credit-ledger.ts'
import { markPeriodMoved } from './mark-period-ended-early.ts'

/**
 * Begins the next period, because its claim was paid or nothing was due; a late payment begins the period in which it arrives. A
 * subscription in trial, active or past due becomes active. Returns the renewed subscription.
 */
export const renewSubscription = (work: Write, subscription: LockedSubscription, renewal: Renewal): Subscription => {
  const { balanceUsed, ...owed } = required(
    renewal.claim.period,
    'period of the claim of subscription',
    subscription.id,
  )
  const bought = periodBought(work, subscription, renewal, owed)
  const { paidTax, draft, terms } = renewal.claim
  const cost = discountedPrice(terms)
  const { rule } = draft.tax
  const { balanceMinor, entries } = convertLedgerToTaxRule(ledgerOf(subscription), paidTax, rule)
  const { discount, periodDiscount } = discountsAfterRenewal(subscription.discount, terms.discount)
  return openPeriod(work, { ...subscription, discount }, renewal, bought, {
    ...paidTaxColumn(rule),
    periodCostAmount: cost,
    periodPaidAmount: paidPartOfCost(renewal.payment, cost),
    balanceAmount: balanceMinor - balanceUsed,
    deferredCostAmount: 0,
    ...entriesColumn(dropSpentEntries(entries, balanceMinor)),
    discount: discountAsJson(discount),
    periodDiscount: discountAsJson(periodDiscount),
  })
}

/** The rows with which a subscription is renewed. */
export interface Renewal {
  readonly claim: FrozenClaim
  /** When the claim was made, which is the time of its first charge. */
  readonly claimedAt: Timestamp
  /** The plan that the subscription is on. */
  readonly plan: PlanRow
  /** The plan to which the subscription is scheduled to change; absent if no change is scheduled. */
  readonly scheduledPlan?: PlanRow | undefined
  readonly customer: Subscriber
  /** Null if nothing was due. */
  readonly payment: PaymentRow | null
}

/**
 * Records that the current period is paid after all: the first payment of its claim failed, and another payment of this claim succeeded.
 * The period's cost stays. If the claim was for less than a whole period, and the period has ended since, the next period is due
 * immediately.
 */
export const recordPeriodPaidAfterAll = (
  work: Write,
  subscription: LockedSubscription,
  renewal: Renewal,
): Subscription => {
  const { anchor, currentPeriodStart: start, currentPeriodEnd: end, periodCostAmount } = subscription
  const owed = { anchor, start, end }
  const bought = buysWholePeriod(renewal.claim)
    ? periodBought(work, subscription, renewal, owed)
    : { period: owed, skipped: [] }
  markPeriodMoved(work, subscription, bought.period)
  updateSubscription(work, subscription, { owedClaimId: null })
  return openPeriod(work, subscription, renewal, bought, {
    periodPaidAmount: paidPartOfCost(renewal.payment, periodCostAmount),
  })
}

/** The period that a payment buys: the owed one, or, if the payment is late, the one in which it arrives. */
const periodBought = (
  { now }: Write,
  subscription: SubscriptionRow,
  { claim, claimedAt, plan, scheduledPlan }: Renewal,
  owed: BillingPeriod,
): LatePeriod => {
  if (!skipsEndedPeriods(subscription, owed, claimedAt)) return { period: owed, skipped: [] }
  const interval = required(claim.terms.interval, 'interval of subscription', subscription.id)
  // The payment's outcome may become known after the requested end, and no period may begin then.
  const end = endOfSubscription(subscription, { plan, scheduledPlan })
  return periodPaidAt(owed, interval, now, end?.at ?? null)
}

const openPeriod = (
  work: Write,
  subscription: LockedSubscription,
  { plan, scheduledPlan, customer, payment }: Renewal,
  { period, skipped }: LatePeriod,
  money: SubscriptionChange,
): Subscription => {
  const status = subscriptionStatusAfter(subscription.status, 'renewed')
  const change = {
    status,
    anchor: period.anchor,
    currentPeriodStart: period.start,
    currentPeriodEnd: period.end,
    nextBillingDate: period.end,
    periodPaymentId: payment?.id ?? null,
    lostPaymentId: null,
    ...noDunningColumns,
    renewalPaymentId: null,
    deferredUntil: nextCatchUpAt(work, period),
    ...columnsIfLastPeriod(subscription, { status, end: period.end }),
  }
  updateSubscription(work, subscription, { ...change, ...money })
  const shown = { plan, scheduledPlan, customer }
  const { balanceAmount = subscription.balanceAmount } = money
  const renewed = presentSubscription({ ...subscription, ...change, balanceAmount, updatedAt: work.now }, shown)
  recordEvent(work, 'subscription.updated', renewed)
  for (const { start, end } of skipped) {
    const passedOver = { ...subscription, currentPeriodStart: start, currentPeriodEnd: end }
    recordEvent(work, 'subscription.period_skipped', presentSubscription(passedOver, shown))
  }
  return renewed
}

/**
 * Whether periods that ended before the payment arrived are skipped and never charged. If a claim was made after its period had ended, for
 * example after downtime of the server, no period is skipped, so that each missed one is charged on its own. A past-due subscription always
 * skips them.
 */
const skipsEndedPeriods = ({ status }: SubscriptionRow, owed: BillingPeriod, claimedAt: Timestamp): boolean =>
  status === 'past_due' || claimedAt <= owed.end

/**
 * When the next missed period is charged. If the paid period is over, for example after downtime, this is a day from now, so that no
 * customer pays several periods at once. Null if no period was missed.
 */
const nextCatchUpAt = ({ now }: Write, { end }: BillingPeriod): Timestamp | null =>
  end <= now ? addInterval(now, 'days', 1) : null
