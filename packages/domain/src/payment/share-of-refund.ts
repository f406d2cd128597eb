import { roundHalfAwayFromZero } from '../money/rational.ts'

/** The input for one refund's share of the payment's tax, or of its value in US dollars, in minor units. */
export interface Refunded {
  /** The sum that was paid, including tax. */
  readonly paidMinor: number
  /** The total that the refunds share: the tax in the payment, or the payment's value in US dollars. */
  readonly sharedMinor: number
  /** The sum of all refunds, including this one. */
  readonly refundedMinor: number
  /** The sum of the shares of earlier refunds. */
  readonly takenMinor: number
}

/**
 * The share of one refund. It makes the sum of all shares so far proportional to the sum of all refunds, rounded once, half away from zero.
 * So if the whole payment is refunded, the shares sum to the total, regardless of the number of refunds.
 */
export const shareOfRefund = ({ paidMinor, sharedMinor, refundedMinor, takenMinor }: Refunded): number => {
  if (paidMinor === 0) return 0
  const share = { numerator: BigInt(sharedMinor) * BigInt(refundedMinor), denominator: BigInt(paidMinor) }
  return Math.max(Number(roundHalfAwayFromZero(share)) - takenMinor, 0)
}
