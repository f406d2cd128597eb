import type { Subscription } from '@billing-checkout/client'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountText, createFormat, parseAmount } from './format.ts'
import { createSay } from './say.ts'

test.each([
  ['9,90', 'EUR', 990],
  ['9.9', 'EUR', 990],
  [' 12 ', 'EUR', 1200],
  ['12', 'JPY', 12],
  ['1.234', 'KWD', 1234],
  ['0', 'EUR', 0],
])('%j in %s is %d minor units', (typed, currency, amount) => {
  expect(parseAmount(typed, currency)).toBe(amount)
})

test.each([
  ['', 'EUR'],
  ['-1', 'EUR'],
  ['1.999', 'EUR'],
  ['12.5', 'JPY'],
  ['1,234.50', 'EUR'],
  ['1e3', 'EUR'],
  ['٣', 'EUR'],
  ['9.', 'EUR'],
])('%j in %s is not an amount', (typed, currency) => {
  expect(parseAmount(typed, currency)).toBeNull()
})

test('the text of a field is read as the same amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.constantFrom('EUR', 'JPY', 'KWD'), (amount, currency) => {
      expect(parseAmount(amountText(amount, currency), currency)).toBe(amount)
    }),
  )
})

test.each([
  ['en', 'monthly', 'every 3 months', 'one-off'],
  ['de', 'monatlich', 'alle 3 Monate', 'einmalig'],
] as const)('intervals are written in %s', (language, one, three, none) => {
  const { interval } = createFormat(language, createSay(language))

  expect(interval({ interval: 'months', interval_count: 1 })).toBe(one)
  expect(interval({ interval: 'months', interval_count: 3 })).toBe(three)
  expect(interval({ interval: null, interval_count: null })).toBe(none)
})

test.each([
  ['en', 1, '€10.00 monthly'],
  ['en', 3, '3 × €10.00 monthly'],
  ['de', 1200, '1.200 × 10,00 € monatlich'],
] as const)('in %s the price of %i units is %s', (language, quantity, text) => {
  const plan = { price: { amount: 1000, currency: 'EUR' }, interval: 'months', interval_count: 1 }
  const subscription = { plan, quantity } as unknown as Subscription

  expect(createFormat(language, createSay(language)).price(subscription).replaceAll('\u00A0', ' ')).toBe(text)
})

test('a day is the day in UTC, as on receipts', () => {
  expect(createFormat('en', createSay('en')).day('2026-11-29T23:30:00Z')).toBe('29 Nov 2026')
})

test.each([
  ['en', 'Nov 2026'],
  ['de', 'Nov. 2026'],
] as const)('in %s a month is %s', (language, text) => {
  expect(createFormat(language, createSay(language)).month('2026-11')).toBe(text)
})
