import { currencyCodes } from '@billing-checkout/contract'
import { data } from 'currency-codes'
import { expect, test } from 'vitest'
import { decimalsOfCurrency, priceCurrencies } from './currencies.ts'

const isoExponents = new Map(data.map(({ code, digits }) => [code, digits]))

/**
 * Not in the published ISO list: `IMP` and `JEP` are not ISO codes, the dobra of 1977 was withdrawn, the Caribbean guilder is newer than
 * the list.
 */
const absentFromList = ['IMP', 'JEP', 'STD', 'XCG']

test.each(priceCurrencies)('%s has the decimals that ISO 4217 gives it', (code) => {
  const expected = absentFromList.includes(code) ? 2 : isoExponents.get(code)

  expect(decimalsOfCurrency(code)).toBe(expected)
})

test('all 157 codes of the interface can have prices', () => {
  expect(currencyCodes).toHaveLength(157)
  expect(priceCurrencies).toEqual(expect.arrayContaining([...currencyCodes]))
})

test.each(['HUF', 'IDR', 'IQD'])('the runtime has other decimals for %s than our table', (currency) => {
  const formatter = new Intl.NumberFormat('en', { style: 'currency', currency })

  expect(formatter.resolvedOptions().maximumFractionDigits).not.toBe(decimalsOfCurrency(currency))
})

test('a code that is not among the currencies for prices is refused', () => {
  expect(() => decimalsOfCurrency('XAU')).toThrow(RangeError)
  expect(() => decimalsOfCurrency('toString')).toThrow(RangeError)
})
