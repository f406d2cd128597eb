import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roundForDisplay, type RoundingRule } from './round-for-display.ts'

describe('a charm price', () => {
  test.each([
    ['USD', 0, 0],
    ['USD', 1, 99],
    ['USD', 90, 99],
    ['USD', 99, 99],
    ['USD', 100, 199],
    ['USD', 999, 999],
    ['USD', 1000, 1099],
    ['USD', 100_000, 100_099],
    ['KWD', 1, 990],
    ['KWD', 990, 990],
    ['KWD', 991, 1990],
    ['JPY', 0, 0],
    ['JPY', 1, 9],
    ['JPY', 9, 9],
    ['JPY', 10, 19],
    ['JPY', 990, 999],
    ['JPY', 999, 999],
    ['JPY', 1000, 1099],
    ['JPY', 1001, 1099],
    ['JPY', 1099, 1099],
    ['JPY', 1100, 1199],
    ['JPY', 1999, 1999],
  ])('%s %d is shown as %d', (currency, amount, shown) => {
    expect(roundForDisplay(amount, currency, 'charm')).toBe(shown)
  })
})

test.each([
  ['USD', 0, 0],
  ['USD', 1, 100],
  ['USD', 1000, 1000],
  ['USD', 1001, 1100],
  ['KWD', 1001, 2000],
  ['JPY', 1001, 1001],
])('%s %d is shown as a whole price at %d', (currency, amount, shown) => {
  expect(roundForDisplay(amount, currency, 'whole')).toBe(shown)
})

test('with the rule none the exact amount is shown', () => {
  expect(roundForDisplay(1234, 'USD', 'none')).toBe(1234)
})

test('a credit is shown unchanged', () => {
  expect(roundForDisplay(-1234, 'USD', 'charm')).toBe(-1234)
})

/** The prices that each rule allows, as patterns, so that the test shares no arithmetic with the code. */
const allowed: Record<RoundingRule, Record<string, (price: string) => boolean>> = {
  charm: {
    USD: (price) => price.endsWith('99'),
    KWD: (price) => price.endsWith('990'),
    JPY: (price) => price.endsWith(price.length < 4 ? '9' : '99'),
  },
  whole: { USD: (price) => price.endsWith('00'), KWD: (price) => price.endsWith('000'), JPY: () => true },
  none: { USD: () => true, KWD: () => true, JPY: () => true },
}

test('a display price is the smallest allowed one at or above the amount, and unchanged when rounded again', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 1_000_000_000_000 })),
      fc.constantFrom('USD', 'KWD', 'JPY'),
      fc.constantFrom<RoundingRule>('charm', 'whole', 'none'),
      (amount, currency, rule) => {
        const isAllowed = (price: number) => allowed[rule][currency]!(String(price))

        let smallest = amount
        while (!isAllowed(smallest)) smallest += 1

        expect(roundForDisplay(amount, currency, rule)).toBe(smallest)
        expect(roundForDisplay(smallest, currency, rule)).toBe(smallest)
      },
    ),
  )
})
