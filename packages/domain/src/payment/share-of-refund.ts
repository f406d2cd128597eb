import { roundHalfAwayFromZero } from '../money/rational.ts'

/** What a refund's part of the tax is counted from, in minor units. */
export interface RefundedTax {
  /** What was paid, tax included. */
  readonly paidMinor: number
  /** The tax in what was paid. */
  readonly taxMinor: number
  /** What is given back in all, with this refund. */
  readonly refundedMinor: number
  /** Tax already given back by the earlier refunds. */
  readonly reversedMinor: number
}

/**
 * The tax in one refund: what makes the tax given back in all proportional to the money given back in all, rounded once,
 * half away from zero. So the parts of a payment that is wholly refunded sum to its tax, however many they are.
 */
export const taxOfRefund = ({ paidMinor, taxMinor, refundedMinor, reversedMinor }: RefundedTax): number => {
  if (paidMinor === 0) return 0
  const share = { numerator: BigInt(taxMinor) * BigInt(refundedMinor), denominator: BigInt(paidMinor) }
  return Math.max(Number(roundHalfAwayFromZero(share)) - reversedMinor, 0)
}
