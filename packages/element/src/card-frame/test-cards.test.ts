import { type TestCard, testCards as published } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { type TestCardOutcome, testCards } from './test-cards.ts'

/** What the sandbox has to know of a card for the ribbon to be right about it. */
const shows: Readonly<Record<TestCardOutcome, Partial<TestCard>>> = {
  approved: {},
  insufficient_funds: { declines: 'insufficient_funds' },
  declined: { declines: 'card_declined' },
  challenge: { authentication: 'challenge' },
  unknown: { timesOut: { charged: true } },
}

test.each(testCards)('the sandbox does with $number what the ribbon says: $outcome', ({ number, outcome }) => {
  const { brand: _brand, title: _title, ...does } = published.find((card) => card.number === number)!

  expect(does).toEqual({ number, ...shows[outcome] })
})
