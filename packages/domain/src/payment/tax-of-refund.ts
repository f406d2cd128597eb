import { shareOfRefund } from './share-of-refund.ts'

/** What a refund's tax is computed from, in minor units. */
export interface TaxedRefund {
  /** What was paid, tax included. */
  readonly paidMinor: number
  /** The tax in `paidMinor`. */
  readonly taxMinor: number
  /** The sum of earlier refunds, without those that failed. */
  readonly givenMinor: number
  /** The tax in `givenMinor`. */
  readonly givenTaxMinor: number
  /** The amount of this refund. */
  readonly amountMinor: number
}

/**
 * The tax in one refund: its proportional share, see {@link shareOfRefund}. If an earlier refund failed, the others may
 * contain more or less tax than their share. This refund corrects that, unless its tax or its net would become
 * negative. So refunds never return more net than was paid, and the refunds of a whole payment sum to its tax.
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
 * The tax in a disputed sum, as {@link taxOfRefund}. If refunds and the dispute together exceed what was paid, the
 * payer has some money twice; the dispute then has its own proportional share of the payment's tax.
 */
export const taxOfDispute = (disputed: TaxedRefund): number => {
  const { paidMinor, taxMinor, givenMinor, amountMinor } = disputed
  return givenMinor + amountMinor <= paidMinor
    ? taxOfRefund(disputed)
    : shareOfRefund({ paidMinor, sharedMinor: taxMinor, refundedMinor: amountMinor, takenMinor: 0 })
}
