import { roundHalfAwayFromZero } from '../money/rational.ts'

/** The input to a refund's share of the payment's tax or US dollars, in minor units. */
export interface Refunded {
  /** What was paid, tax included. */
  readonly paidMinor: number
  /** The total that is shared among the refunds: the tax in what was paid, or what was paid in US dollars. */
  readonly sharedMinor: number
  /** What is refunded in all, this refund included. */
  readonly refundedMinor: number
  /** How much of `sharedMinor` earlier refunds took. */
  readonly takenMinor: number
}

/**
 * The share of one refund: it makes the sum of all shares so far proportional to the sum of all refunds, rounded once,
 * half away from zero. So if the whole payment is refunded, the shares sum to the total, however many refunds there
 * are.
 */
export const shareOfRefund = ({ paidMinor, sharedMinor, refundedMinor, takenMinor }: Refunded): number => {
  if (paidMinor === 0) return 0
  const share = { numerator: BigInt(sharedMinor) * BigInt(refundedMinor), denominator: BigInt(paidMinor) }
  return Math.max(Number(roundHalfAwayFromZero(share)) - takenMinor, 0)
}
