/** The sums of a payment, in minor units. */
export interface CollectedSums {
  /** What the payment is for. */
  readonly amount: number
  /** What the processor collected; null if it collected `amount`. */
  readonly collectedAmount: number | null
}

/**
 * The part of a payment that was collected and can be refunded, in minor units. Money collected beyond the payment's
 * amount is refunded automatically and does not count.
 */
export const collectedPart = ({ amount, collectedAmount }: CollectedSums): number =>
  Math.min(collectedAmount ?? amount, amount)
