import { trimEntries } from './credit.ts'
import { discountAfterPaidPeriod, priceWithDiscount } from './naive-discounts.ts'
import { addUnits, expectedPeriodFrom, type ExpectedPeriod } from './naive-calendar.ts'
import { type OwedPeriod, type ExpectedSubscription, noDebtOrSchedule } from './expected-subscription.ts'

const dayMillis = 86_400_000

/** A renewed subscription, and the periods that are never charged. */
export interface RenewalResult {
  readonly it: ExpectedSubscription
  readonly skipped: readonly ExpectedPeriod[]
}

/**
 * A subscription after the owed period (`owed`) was paid at `now`. If the subscription was past due, or if a charge was tried before the
 * owed period ended and paid later, the payment pays for the period that runs at `now`. After downtime, a server instead charges period by
 * period, one a day.
 */
export const renewalResultOf = (
  it: ExpectedSubscription,
  owed: OwedPeriod,
  now: number,
  payment: { readonly id: string; readonly firstTriedAt: number } | null,
): RenewalResult => {
  const mayMove = !it.lost || owed.isWhole
  const isLate = it.status === 'past_due' || (payment !== null && payment.firstTriedAt <= (it.lost ? it.end : owed.end))
  const skipped: ExpectedPeriod[] = []
  let period: ExpectedPeriod = it.lost ? it : owed
  const passedOverUntil = isLate && mayMove ? now : -Infinity
  while (period.end <= passedOverUntil) {
    skipped.push(period)
    period = expectedPeriodFrom(period.anchor, period.end, owed.plan.unit, owed.plan.count)
  }
  const { anchor, start, end } = period
  return {
    skipped,
    it: {
      ...it,
      ...noDebtOrSchedule,
      // If the running period was paid after all, a scheduled change still waits for the end of that period.
      scheduled: it.scheduled,
      status: 'active',
      anchor,
      start,
      end,
      next: end,
      ...(it.lost ? { paid: Math.min(it.cost, owed.amount) } : inNextPeriod(it, owed)),
      isUnpaid: false,
      paidBy: payment?.id ?? null,
      restsUntil: end <= now ? now + dayMillis : 0,
    },
  }
}

/** Price, discounts and credit of the period that a paid renewal begins. */
const inNextPeriod = (it: ExpectedSubscription, owed: OwedPeriod) => {
  const balance = it.balance - owed.credit
  const cost = priceWithDiscount(owed.discount, owed.plan)
  // A plan change since the first charge may have ended the discount.
  const isKept = owed.discount !== null && it.discount?.id === owed.discount.id
  return {
    cost,
    paid: Math.min(owed.amount, cost),
    discount: isKept ? discountAfterPaidPeriod(it.discount) : it.discount,
    periodDiscount: isKept ? owed.discount : null,
    balance,
    used: owed.credit,
    leftover: owed.leftover,
    entries: trimEntries(it.entries, it.balance),
    collectedLater: 0,
    lostCredit: false,
  }
}

/** The owed amount could not be charged, because of a refusal or because there is no method. */
export interface Decline {
  readonly now: number
  readonly mayRetry: boolean
  /** Declines so far, including this one. */
  readonly declines: number
  /** When the declined charge was begun. */
  readonly begunAt: number
}

/** A subscription after a declined renewal: past due with a next try, past due without a further try, or cancelled. */
export const subscriptionAfterDecline = (
  it: ExpectedSubscription,
  days: readonly number[],
  decline: Decline,
): ExpectedSubscription => {
  const { now, mayRetry, declines } = decline
  const since = it.since ?? decline.begunAt
  const givenUpAt = addUnits(since, 'days', days[days.length - 1]!)
  const isOver = declines >= days.length || (!mayRetry && givenUpAt <= now)
  if (isOver) return subscriptionAfterEnd(it)
  const planned = addUnits(since, 'days', days[declines]!)
  return {
    ...it,
    status: 'past_due',
    declines,
    failures: 0,
    since,
    givenUpAt,
    next: !mayRetry ? null : planned > now ? planned : now + dayMillis,
    restsUntil: 0,
  }
}

/** A technical failure is retried after 1, 6 and 24 hours before it counts as a decline. */
export const subscriptionAfterFailure = (
  it: ExpectedSubscription,
  days: readonly number[],
  now: number,
  begunAt: number,
): ExpectedSubscription => {
  const hours = [1, 6, 24][it.failures]
  if (hours === undefined)
    return subscriptionAfterDecline(it, days, { now, mayRetry: true, declines: it.declines + 1, begunAt })
  return { ...it, failures: it.failures + 1, next: now + hours * 3_600_000, restsUntil: 0 }
}

/** A subscription after its end: cancelled, with no charge due. */
export const subscriptionAfterEnd = (it: ExpectedSubscription): ExpectedSubscription => ({
  ...it,
  ...noDebtOrSchedule,
  status: 'cancelled',
  next: null,
})
