import { roundHalfAwayFromZero } from '../money/rational.ts'
import { secondsBetween } from '../calendar/seconds-between.ts'
import type { Timestamp } from '../calendar/timestamp.ts'

/** A billing period and what it really cost, in minor units: cash paid and credit consumed, less refunds, net of tax. */
export interface PaidPeriod {
  readonly start: Timestamp
  readonly end: Timestamp
  readonly costMinor: number
}

/** The unused share of a paid period at an instant, at exact-second proportions, rounded once (decisions 7, Proration). */
export const unusedCredit = (period: PaidPeriod, at: Timestamp): number =>
  shareOf(period.costMinor, remaining(period, at), secondsBetween(period.start, period.end))

/** The seconds of a period still to come at an instant, between zero and its whole length. */
export const remaining = (period: Pick<PaidPeriod, 'start' | 'end'>, at: Timestamp): number =>
  Math.min(Math.max(secondsBetween(at, period.end), 0), secondsBetween(period.start, period.end))

/** `amount × part ÷ whole` in minor units, exact and rounded once; zero when the whole is empty. */
export const shareOf = (amountMinor: number, part: number, whole: number): number =>
  whole <= 0
    ? 0
    : Number(roundHalfAwayFromZero({ numerator: BigInt(amountMinor) * BigInt(part), denominator: BigInt(whole) }))
