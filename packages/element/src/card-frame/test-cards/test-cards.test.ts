import { type TestCard, testCards as published } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { testCardWords } from '../../views/sandbox/test-card-words.ts'
import { type TestCardOutcome, testCardGroups, testCards } from './test-cards.ts'

/** For each outcome in the ribbon, the members that mark a test card with this outcome in the contract. */
const shows: Readonly<Record<TestCardOutcome, Partial<TestCard>>> = {
  approved: {},
  insufficient_funds: { declines: 'insufficient_funds' },
  declined: { declines: 'card_declined' },
  challenge: { authentication: 'challenge' },
  unknown: { timesOut: { charged: true } },
  card_lost: { declines: 'card_lost_or_stolen' },
  card_stolen: { declines: 'card_lost_or_stolen' },
  expired_card: { declines: 'expired_card' },
  incorrect_cvc: { declines: 'incorrect_cvc' },
  processing_error: { declines: 'processing_error' },
  do_not_honor: { declines: 'do_not_honor' },
  withdrawal_limit_exceeded: { declines: 'withdrawal_limit_exceeded' },
  issuer_unavailable: { declines: 'issuer_unavailable' },
  invalid_card_number: { declines: 'invalid_card_number' },
  suspected_fraud: { declines: 'suspected_fraud' },
  frictionless: { authentication: 'frictionless' },
  challenge_declined: { authentication: 'challenge', declines: 'card_declined' },
  attempted: { authentication: 'attempted' },
  rejected: { authentication: 'rejected' },
  unavailable: { authentication: 'unavailable' },
  address_checks_fail: { postalCodeCheck: 'fail', streetAddressCheck: 'fail' },
  postal_code_check_fails: { postalCodeCheck: 'fail' },
  cvc_check_fails: { cvcCheck: 'fail' },
  unknown_uncharged: { timesOut: { charged: false } },
  declined_later: { declinesOffSession: 'card_declined' },
  authentication_later: { declinesOffSession: 'authentication_required' },
  captured_later: { capturesLater: { succeeds: true } },
  capture_fails: { capturesLater: { succeeds: false } },
  settlement_fails: { settlementFails: true },
  refund_later: { refundsLater: true },
  refund_fails: { refundFails: true },
  dispute_lost: { disputed: 'lost' },
  dispute_won: { disputed: 'won' },
  dispute_inquiry: { disputed: 'inquiry' },
}

const publishedAs = (wanted: string): TestCard | undefined => published.find(({ number }) => number === wanted)

test('the ribbon offers every published card once, and no other number', () => {
  const offered = testCards.map(({ number }) => number)

  expect(offered.toSorted()).toEqual(published.map(({ number }) => number).toSorted())
})

test.each(testCards)('the sandbox gives $number the outcome on the ribbon: $outcome', ({ number, outcome }) => {
  const { brand: _brand, title: _title, ...does } = publishedAs(number)!

  expect(does).toEqual({ number, ...shows[outcome] })
})

const ownWords = new Set<TestCardOutcome>(testCardGroups.usual.map(({ outcome }) => outcome))

test.each(testCards.filter(({ outcome }) => !ownWords.has(outcome)))(
  'the ribbon describes $number as the documents do',
  ({ number, outcome }) => {
    expect(testCardWords.en.outcomes[outcome]).toBe(publishedAs(number)?.title)
  },
)

test.each(Object.entries(testCardWords))(
  'no two outcomes have the same text (%s)',
  (_language, { headings, outcomes }) => {
    const words = Object.values(outcomes)

    expect(words.filter((one, place) => words.indexOf(one) !== place)).toEqual([])
    expect(new Set(Object.values(headings)).size).toBe(Object.keys(headings).length)
  },
)

test('the cards chosen by their brand all succeed, each of another brand', () => {
  expect(new Set(testCardGroups.approves.map(({ outcome }) => outcome))).toEqual(new Set(['approved']))
  expect(new Set(testCardGroups.approves.map(({ number }) => publishedAs(number)?.brand)).size).toBe(
    testCardGroups.approves.length,
  )
})
