/**
 * The published test cards in groups, the most common first. The sandbox's ribbon offers them, and the frame fills in no other card. A test
 * compares them with the contract.
 */
export const testCardGroups = {
  usual: [
    { number: '4242424242424242', outcome: 'approved' },
    { number: '5555555555554444', outcome: 'approved' },
    { number: '4000000000009995', outcome: 'insufficient_funds' },
    { number: '4000000000000002', outcome: 'declined' },
    { number: '4000000000003220', outcome: 'challenge' },
    { number: '4000000000006975', outcome: 'unknown' },
  ],
  approves: [
    { number: '2223003122003222', outcome: 'approved' },
    { number: '378282246310005', outcome: 'approved' },
    { number: '6011111111111117', outcome: 'approved' },
    { number: '3056930009020004', outcome: 'approved' },
    { number: '3566002020360505', outcome: 'approved' },
    { number: '6200000000000005', outcome: 'approved' },
  ],
  declines: [
    { number: '4000000000009987', outcome: 'card_lost' },
    { number: '4000000000009979', outcome: 'card_stolen' },
    { number: '4000000000000069', outcome: 'expired_card' },
    { number: '4000000000000127', outcome: 'incorrect_cvc' },
    { number: '4000000000000119', outcome: 'processing_error' },
    { number: '4000000000000135', outcome: 'do_not_honor' },
    { number: '4000000000000143', outcome: 'withdrawal_limit_exceeded' },
    { number: '4000000000000150', outcome: 'issuer_unavailable' },
    { number: '4000000000000168', outcome: 'invalid_card_number' },
    { number: '4100000000000019', outcome: 'suspected_fraud' },
  ],
  authenticates: [
    { number: '4000000000003055', outcome: 'frictionless' },
    { number: '5555555555553057', outcome: 'frictionless' },
    { number: '5555555555553222', outcome: 'challenge' },
    { number: '4000008400001629', outcome: 'challenge_declined' },
    { number: '4000000000003071', outcome: 'attempted' },
    { number: '4000000000003196', outcome: 'rejected' },
    { number: '4000000000003147', outcome: 'unavailable' },
  ],
  checks: [
    { number: '4000000000000010', outcome: 'address_checks_fail' },
    { number: '4000000000000036', outcome: 'postal_code_check_fails' },
    { number: '4000000000000101', outcome: 'cvc_check_fails' },
  ],
  later: [
    { number: '4000000000006983', outcome: 'unknown_uncharged' },
    { number: '4000000000000341', outcome: 'declined_later' },
    { number: '4000000000000176', outcome: 'authentication_later' },
    { number: '4000000000007775', outcome: 'captured_later' },
    { number: '4000000000006660', outcome: 'capture_fails' },
    { number: '4000000000008880', outcome: 'settlement_fails' },
    { number: '4000000000007726', outcome: 'refund_later' },
    { number: '4000000000005126', outcome: 'refund_fails' },
    { number: '4000000000000259', outcome: 'dispute_lost' },
    { number: '4000000000002685', outcome: 'dispute_won' },
    { number: '4000000000001976', outcome: 'dispute_inquiry' },
  ],
} as const

/** A group of test cards with the same purpose. */
export type TestCardGroup = keyof typeof testCardGroups

/** The result of charging a test card. */
export type TestCardOutcome = (typeof testCardGroups)[TestCardGroup][number]['outcome']

/** A test card and its result. */
export interface FrameTestCard {
  readonly number: string
  readonly outcome: TestCardOutcome
}

/** All test cards. */
export const testCards: readonly FrameTestCard[] = Object.values(testCardGroups).flat()

/** The values to fill in for a test card: a date in three years, and a code that the form cuts to length. Null for any other number. */
export const textsOfTestCard = (
  number: string,
  year: number,
): Readonly<Record<'number' | 'expiry' | 'cvc' | 'name', string>> | null =>
  testCards.some((card) => card.number === number)
    ? { number, expiry: `12/${(year + 3) % 100}`, cvc: '1234', name: 'Alex Example' }
    : null
