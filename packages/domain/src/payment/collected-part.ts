/** The sums of a payment, in minor units. */
export interface CollectedSums {
  /** What the payment asks for. */
  readonly amount: number
  /** What the processor took; null when that is the amount. */
  readonly collectedAmount: number | null
}

/**
 * The part of a payment's amount that was taken and can be refunded, in minor units. What was taken beyond the amount is refunded
 * automatically and is not part of it.
 */
export const collectedPart = ({ amount, collectedAmount }: CollectedSums): number =>
  Math.min(collectedAmount ?? amount, amount)
