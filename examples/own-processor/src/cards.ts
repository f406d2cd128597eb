/**
 * Cards that this processor approves without a dispute. Refunds to the second card succeed a day later; those to the third fail a day
 * later.
 */
export const [goodCard, refundsLater, refundFails] = [
  '4111111111111111',
  '4000000000007726',
  '4000000000005126',
] as const

/** Cards whose charges are disputed a day later. Two weeks after that, the payer wins with the first and the merchant with the second. */
export const [disputeLost, disputeWon] = ['4000000000000259', '4000000000002685'] as const

/** Whether a card is approved. */
export const isGood = (card: string | undefined): boolean =>
  [goodCard, refundsLater, refundFails, disputeLost, disputeWon].some((good) => good === card)
