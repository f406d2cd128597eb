import { roundHalfAwayFromZero } from '../money/rational.ts'

/** What a refund's share of a payment's tax or US dollars is computed from, in minor units. */
export interface Refunded {
  /** What was paid, tax included. */
  readonly paidMinor: number
  /** The total that is shared among the refunds: the tax in what was paid, or what was paid in US dollars. */
  readonly sharedMinor: number
  /** What is refunded in all, this refund included. */
  readonly refundedMinor: number
  /** What earlier refunds took of that total. */
  readonly takenMinor: number
}

/**
 * The share of one refund: as much as makes all shares so far proportional to all that is refunded, rounded once, half away from
 * zero. So the shares of a payment that is refunded as a whole sum to the total, however many refunds there are.
 */
export const shareOfRefund = ({ paidMinor, sharedMinor, refundedMinor, takenMinor }: Refunded): number => {
  if (paidMinor === 0) return 0
  const share = { numerator: BigInt(sharedMinor) * BigInt(refundedMinor), denominator: BigInt(paidMinor) }
  return Math.max(Number(roundHalfAwayFromZero(share)) - takenMinor, 0)
}
