import { shareOfRefund } from './share-of-refund.ts'

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
 * or less tax than their share. This refund corrects the difference, unless its tax or its net would become negative. So refunds never
 * return more net than was paid, and the tax in the refunds of a whole payment sums to the payment's tax.
 */
export const taxOfRefund = (refund: TaxedRefund): number => {
  const { paidMinor, taxMinor, givenMinor, givenTaxMinor, amountMinor } = refund
  const share = shareOfRefund({
    paidMinor,
    sharedMinor: taxMinor,
    refundedMinor: givenMinor + amountMinor,
    takenMinor: givenTaxMinor,
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
    : shareOfRefund({ paidMinor, sharedMinor: taxMinor, refundedMinor: amountMinor, takenMinor: 0 })
}
