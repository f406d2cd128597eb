import { addInterval, type Timestamp } from '../calendar/timestamp.ts'
import { discountedPrice } from '../discount/discount-terms.ts'
import type { PlanTerms } from '../plan/terms-for-country.ts'

/** The dates of a subscription whose cycle starts, and what its first period costs in minor units, net of tax. */
export interface FirstPeriods {
  /** The start of the first paid period, from which every later billing date is counted. */
  readonly anchor: Timestamp
  readonly trialEndsAt: Timestamp | null
  readonly currentPeriodStart: Timestamp
  readonly currentPeriodEnd: Timestamp
  readonly nextBillingDate: Timestamp
  readonly periodCostAmount: number
}

/** When the payment of a new cycle was created, and when we learned that it was paid. */
export interface PaidCycle {
  readonly begunAt: Timestamp
  readonly paidAt: Timestamp
  readonly withTrial: boolean
}

/**
 * The dates of a new cycle, once we know that its payment succeeded. The cycle starts when the payment was created. If its first period or
 * trial would be over by `paidAt`, the cycle starts at `paidAt` instead, and `passed` has the dates of the unused period. So the customer
 * does not pay for time before we knew of the purchase. Renewals differ: a renewal that was claimed before its period ended, but paid late,
 * charges one period and skips the periods that have passed. Missed renewals that were never attempted are all charged, one a day.
 */
export const firstPeriodsPaidAt = (
  terms: PlanTerms,
  { begunAt, paidAt, withTrial }: PaidCycle,
): { readonly periods: FirstPeriods; readonly passed: FirstPeriods | null } => {
  const periods = firstPeriods(terms, begunAt, withTrial)
  return periods.currentPeriodEnd > paidAt
    ? { periods, passed: null }
    : { periods: firstPeriods(terms, paidAt, withTrial), passed: periods }
}

/** The dates of a cycle that starts at an instant, with its trial before the first paid period, if any. */
export const firstPeriods = (terms: PlanTerms, startsAt: Timestamp, withTrial: boolean): FirstPeriods => {
  if (terms.interval === null) throw new TypeError(`Plan ${terms.id} has no interval, so it cannot be subscribed to.`)
  const trial = withTrial ? terms.trial : null
  const { unit, count } = trial?.interval ?? terms.interval
  const end = addInterval(startsAt, unit, count)
  return {
    anchor: trial ? end : startsAt,
    trialEndsAt: trial ? end : null,
    currentPeriodStart: startsAt,
    currentPeriodEnd: end,
    nextBillingDate: end,
    periodCostAmount: trial ? (trial.price?.amount ?? 0) : discountedPrice(terms),
  }
}
