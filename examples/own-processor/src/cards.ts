/** The cards that this processor approves. Refunds to the second and third have news a day later: they arrive, or fail. */
export const [goodCard, refundsLater, refundFails] = [
  '4111111111111111',
  '4000000000007726',
  '4000000000005126',
] as const

/** Their charges are disputed a day later: the bank decides two weeks after that for the payer, or for the merchant. */
export const [disputeLost, disputeWon] = ['4000000000000259', '4000000000002685'] as const

/** Whether a card is charged at all. */
export const isGood = (card: string | undefined): boolean =>
  [goodCard, refundsLater, refundFails, disputeLost, disputeWon].some((good) => good === card)
