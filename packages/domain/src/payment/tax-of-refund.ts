import { roundHalfAwayFromZero } from '../money/rational.ts'

/** The sums of a payment, in minor units. */
export interface CollectedSums {
  /** The amount that the payment is for. */
  readonly amount: number
  /** The amount that the processor collected, if it was stored; null if all of `amount` was collected, or nothing yet. */
  readonly collectedAmount: number | null
}

/**
 * The part of a payment that was collected and can be refunded, in minor units; before anything is collected, the whole amount. If the
 * processor collected more than the payment's amount, we refund the excess automatically, so it does not count here.
 */
export const collectedPart = ({ amount, collectedAmount }: CollectedSums): number =>
  Math.min(collectedAmount ?? amount, amount)

/** The input for one refund's share of the payment's tax, or of its value in US dollars, in minor units. */
export interface RefundShareInput {
  /** The sum that was paid, including tax. */
  readonly paidMinor: number
  /** The total that the refunds share: the tax in the payment, or the payment's value in US dollars. */
  readonly sharedMinor: number
  /** The sum of all refunds, including this one. */
  readonly refundedMinor: number
  /** The sum of the shares of earlier refunds. */
  readonly earlierSharesMinor: number
}

/**
 * The share of one refund. It makes the sum of all shares so far proportional to the sum of all refunds, rounded once, half away from zero.
 * So if the whole payment is refunded, the shares sum to the total, regardless of the number of refunds.
 */
export const shareOfRefund = ({
  paidMinor,
  sharedMinor,
  refundedMinor,
  earlierSharesMinor,
}: RefundShareInput): number => {
  if (paidMinor === 0) return 0
  const share = { numerator: BigInt(sharedMinor) * BigInt(refundedMinor), denominator: BigInt(paidMinor) }
  return Math.max(Number(roundHalfAwayFromZero(share)) - earlierSharesMinor, 0)
}

/** The input for the tax in a refund, in minor units. */
export interface TaxedRefund {
  /** The sum that was paid, including tax. */
  readonly paidMinor: number
  /** The tax in `paidMinor`. */
  readonly taxMinor: number
  /** The sum of earlier refunds, excluding those that failed. */
  readonly givenMinor: number
  /** The tax in `givenMinor`. */
  readonly givenTaxMinor: number
  /** The amount of this refund. */
  readonly amountMinor: number
}

/**
 * The tax in one refund: its proportional share, see {@link shareOfRefund}. If an earlier refund failed, the other refunds may contain more
 * or less tax than their share. This refund corrects the difference, as far as neither its tax nor its net becomes negative. So refunds
 * never return more net than was paid, and the tax in the refunds of a whole payment sums to the payment's tax.
 */
export const taxOfRefund = (refund: TaxedRefund): number => {
  const { paidMinor, taxMinor, givenMinor, givenTaxMinor, amountMinor } = refund
  const share = shareOfRefund({
    paidMinor,
    sharedMinor: taxMinor,
    refundedMinor: givenMinor + amountMinor,
    earlierSharesMinor: givenTaxMinor,
  })
  return Math.min(share, amountMinor)
}

/**
 * The tax in a disputed sum, by the same rule as {@link taxOfRefund}. If refunds and the dispute together exceed the payment, the payer has
 * received some money twice. The dispute then has its own proportional share of the payment's tax.
 */
export const taxOfDispute = (disputed: TaxedRefund): number => {
  const { paidMinor, taxMinor, givenMinor, amountMinor } = disputed
  return givenMinor + amountMinor <= paidMinor
    ? taxOfRefund(disputed)
    : shareOfRefund({ paidMinor, sharedMinor: taxMinor, refundedMinor: amountMinor, earlierSharesMinor: 0 })
}
