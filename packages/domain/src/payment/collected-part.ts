/** The sums of a payment, in minor units. */
export interface CollectedSums {
  /** The amount that the payment is for. */
  readonly amount: number
  /** The amount that the processor collected, if it was stored; null if all of `amount` was collected, or nothing yet. */
  readonly collectedAmount: number | null
}

/**
 * The part of a payment that was collected and can be refunded, in minor units. If the processor collected more than the payment's amount,
 * we refund the excess automatically, so it does not count here.
 */
export const collectedPart = ({ amount, collectedAmount }: CollectedSums): number =>
  Math.min(collectedAmount ?? amount, amount)
