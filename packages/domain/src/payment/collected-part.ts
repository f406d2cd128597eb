/** The sums of a payment, in minor units. */
export interface CollectedSums {
  /** What the payment asks for. */
  readonly amount: number
  /** What the processor took, where that is another sum; else null. */
  readonly collectedAmount: number | null
}

/** What of a payment's amount was taken, and can be refunded: all of it, or less. What was taken beyond it goes back by itself. */
export const collectedPart = ({ amount, collectedAmount }: CollectedSums): number =>
  Math.min(collectedAmount ?? amount, amount)
