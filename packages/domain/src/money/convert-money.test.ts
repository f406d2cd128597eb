import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convertMoney } from './convert-money.ts'
import { decimalsOfCurrency, priceCurrencies } from './currencies.ts'
import { divide, rationalFromDecimal } from './rational.ts'

test.each([
  [1000, 'EUR', 'USD', '1.0834', 1083],
  [1000, 'USD', 'JPY', '154.375', 1544],
  [1544, 'JPY', 'USD', '0.0064', 988],
  [999, 'USD', 'KWD', '0.3075', 3072],
  [999, 'USD', 'IQD', '1309.5', 13081905],
  [1, 'USD', 'EUR', '0.5', 1],
  [-1, 'USD', 'EUR', '0.5', -1],
  [0, 'USD', 'EUR', '0.92', 0],
  [1_000_000_000_000, 'KWD', 'USD', '3.2545', 325_450_000_000],
])('%d %s are %4$d %s at %s', (amount, from, to, rate, converted) => {
  expect(convertMoney(amount, from, to, rate)).toBe(converted)
})

test('an amount that is too large for an exact number is refused', () => {
  expect(() => convertMoney(1_000_000_000_000, 'KWD', 'LBP', '290000')).toThrow(RangeError)
})

test('an amount with a fraction of a minor unit is refused', () => {
  expect(() => convertMoney(10.5, 'USD', 'EUR', '0.92')).toThrow(RangeError)
})

const currencies = fc.constantFrom(...priceCurrencies)
const amounts = fc.integer({ min: -100_000_000, max: 100_000_000 })
const rates = fc.integer({ min: 1, max: 10_000_000 }).map((millionths) => `${millionths / 1000}`)

test('rate 1 in the same currency changes nothing', () => {
  fc.assert(fc.property(amounts, currencies, (amount, code) => convertMoney(amount, code, code, '1') === amount))
})

test('converting there and back differs by at most the two roundings', () => {
  fc.assert(
    fc.property(amounts, currencies, currencies, rates, (amount, from, to, rate) => {
      const there = rationalFromDecimal(rate)
      const back = divide(rationalFromDecimal('1'), there)

      const returned = convertMoney(convertMoney(amount, from, to, there), to, from, back)

      const lostThere = (0.5 * 10 ** (decimalsOfCurrency(from) - decimalsOfCurrency(to))) / Number(rate)
      expect(Math.abs(returned - amount)).toBeLessThanOrEqual(lostThere + 0.5 + 1e-6)
    }),
  )
})

test('more money never converts to less', () => {
  fc.assert(
    fc.property(amounts, fc.nat(1000), currencies, currencies, rates, (amount, more, from, to, rate) => {
      expect(convertMoney(amount + more, from, to, rate)).toBeGreaterThanOrEqual(convertMoney(amount, from, to, rate))
    }),
  )
})
