import { shareOfRefund } from './share-of-refund.ts'

/** What a refund's tax is computed from, in minor units. */
export interface TaxedRefund {
  /** What was paid, tax included. */
  readonly paidMinor: number
  /** The tax in it. */
  readonly taxMinor: number
  /** What earlier refunds have refunded, without those that failed. */
  readonly givenMinor: number
  /** The tax in these. */
  readonly givenTaxMinor: number
  /** What this refund refunds. */
  readonly amountMinor: number
}

/**
 * The tax in one refund: its proportional share, see {@link shareOfRefund}. An earlier refund that failed leaves the others with
 * more or less tax than their share. This refund makes up for that as far as neither its tax nor its net becomes negative. So refunds
 * never give back more net than was paid, and the parts of a whole refund always sum to the tax that was paid.
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
 * The tax in a disputed sum, as {@link taxOfRefund}. If refunds and the dispute come to more than was paid, the payer has some of the
 * money twice, and the dispute's tax is its own proportional share of the payment's.
 */
export const taxOfDispute = (disputed: TaxedRefund): number => {
  const { paidMinor, taxMinor, givenMinor, amountMinor } = disputed
  return givenMinor + amountMinor <= paidMinor
    ? taxOfRefund(disputed)
    : shareOfRefund({ paidMinor, sharedMinor: taxMinor, refundedMinor: amountMinor, takenMinor: 0 })
}
