import { roundHalfAwayFromZero } from '../money/rational.ts'

/** What a refund's share of a payment's tax, or of its dollars, is counted from, in minor units. */
export interface Refunded {
  /** What was paid, tax included. */
  readonly paidMinor: number
  /** What is shared out among the refunds: the tax in what was paid, or what was paid in dollars. */
  readonly sharedMinor: number
  /** What is given back in all, with this refund. */
  readonly refundedMinor: number
  /** What the earlier refunds took of what is shared out. */
  readonly takenMinor: number
}

/**
 * The share of one refund: what makes all that was taken proportional to all the money that was given back, rounded once,
 * half away from zero. So the shares of a payment that is wholly refunded sum to the whole, however many they are.
 */
export const shareOfRefund = ({ paidMinor, sharedMinor, refundedMinor, takenMinor }: Refunded): number => {
  if (paidMinor === 0) return 0
  const share = { numerator: BigInt(sharedMinor) * BigInt(refundedMinor), denominator: BigInt(paidMinor) }
  return Math.max(Number(roundHalfAwayFromZero(share)) - takenMinor, 0)
}
