import { multiply, type Rational, roundHalfAwayFromZero } from '../money/rational.ts'
import { secondsBetween } from '../calendar/seconds-between.ts'
import type { Timestamp } from '../calendar/timestamp.ts'
import { one } from '../tax/restate.ts'

/** A billing period and its cost, in minor units: cash paid and credit consumed, less refunds, net of tax. */
export interface PaidPeriod {
  readonly start: Timestamp
  readonly end: Timestamp
  readonly costMinor: number
}

/**
 * The credit for the unused part of a paid period at an instant, in minor units: proportional to the seconds left,
 * rounded once. `worth` converts the period's cost to the tax rule under which the credit is spent.
 */
export const unusedCredit = (period: PaidPeriod, at: Timestamp, worth: Rational = one): number =>
  shareOf(period.costMinor, remainingSeconds(period, at), secondsBetween(period.start, period.end), worth)

/** The seconds that remain of a period at an instant: at least 0, at most its length. */
export const remainingSeconds = (period: Pick<PaidPeriod, 'start' | 'end'>, at: Timestamp): number =>
  Math.min(Math.max(secondsBetween(at, period.end), 0), secondsBetween(period.start, period.end))

/** `amount × part ÷ whole × worth` in minor units, exact and rounded once; zero when the whole is empty. */
export const shareOf = (amountMinor: number, part: number, whole: number, worth: Rational = one): number => {
  if (whole <= 0) return 0
  const share = { numerator: BigInt(amountMinor) * BigInt(part), denominator: BigInt(whole) }
  return Number(roundHalfAwayFromZero(multiply(share, worth)))
}
