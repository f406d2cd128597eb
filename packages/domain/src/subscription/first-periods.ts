import { addInterval } from '../calendar/add-interval.ts'
import type { Timestamp } from '../calendar/timestamp.ts'
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

/** When the payment of a new cycle was created, and when it was known to be paid. */
export interface PaidCycle {
  readonly begunAt: Timestamp
  readonly paidAt: Timestamp
  readonly withTrial: boolean
}

/**
 * The dates of a cycle whose payment was found paid. It starts when the payment was created. If its first period, the trial if there
 * is one, would have ended by the time of the outcome, the cycle starts at the outcome instead, so that nothing is charged for time
 * before the purchase was known; `passed` is the period as it would have been. A late renewal, claimed before its period ended, charges
 * one period and skips those that passed. Renewals that were never tried catch up one a day.
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

/** The dates of a cycle that starts at an instant: with a trial the first paid period follows it. */
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
