import { expect, test } from 'vitest'
import { convertMoney, exchangeRate, type RateTable } from './convert-money.ts'

const rates: RateTable = {
  date: '2026-11-21',
  source: 'test',
  perUsd: { USD: '1', EUR: '0.92', JPY: '154.5', CHF: '0.8' },
}

test.each([
  ['USD', 'JPY', 15_450],
  ['EUR', 'USD', 10_870],
  ['EUR', 'JPY', 16_793],
  ['USD', 'CHE', 8000],
  ['CHW', 'USD', 12_500],
])('a hundred %s are %3$d minor units of %2$s', (from, to, converted) => {
  expect(convertMoney(10_000, from, to, exchangeRate(rates, from, to)!)).toBe(converted)
})

test('a currency is worth itself, with or without a rate', () => {
  expect(exchangeRate(rates, 'BOV', 'BOV')).toEqual({ numerator: 1n, denominator: 1n })
})

test('without a rate for both currencies there is none between them', () => {
  expect(exchangeRate(rates, 'USD', 'BOV')).toBeUndefined()
  expect(exchangeRate(rates, 'BOV', 'USD')).toBeUndefined()
})
