import { multiply, type Rational, roundHalfAwayFromZero } from '../money/rational.ts'
import { secondsBetween, type Timestamp } from '../calendar/timestamp.ts'
import { rationalOne } from '../tax/tax-on.ts'

/** A billing period and its cost in minor units, net of tax: money paid and credit spent, less refunds. */
export interface PaidPeriod {
  readonly start: Timestamp
  readonly end: Timestamp
  readonly costMinor: number
}

/**
 * The credit for the unused part of a paid period at an instant, in minor units: proportional to the seconds left,
 * rounded once. `worth` converts the period's cost to the tax rule under which the credit is spent.
 */
export const unusedPeriodCredit = (period: PaidPeriod, at: Timestamp, worth: Rational = rationalOne): number =>
  proportionalShare(period.costMinor, remainingSeconds(period, at), secondsBetween(period.start, period.end), worth)

/** The seconds that remain of a period at an instant: from 0 to the period's length. */
export const remainingSeconds = (period: Pick<PaidPeriod, 'start' | 'end'>, at: Timestamp): number =>
  Math.min(Math.max(secondsBetween(at, period.end), 0), secondsBetween(period.start, period.end))

/** `amount × part ÷ whole × worth` in minor units, computed exactly and rounded once; 0 if `whole` is not above 0. */
export const proportionalShare = (
  amountMinor: number,
  part: number,
  whole: number,
  worth: Rational = rationalOne,
): number => {
  if (whole <= 0) return 0
  const share = { numerator: BigInt(amountMinor) * BigInt(part), denominator: BigInt(whole) }
  return Number(roundHalfAwayFromZero(multiply(share, worth)))
}
