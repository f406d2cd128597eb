import { countryCodes } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { currencyOfCountry } from './country-currencies.ts'
import { priceCurrencies } from './currencies.ts'

test('every country except Antarctica has a currency in which prices can be shown', () => {
  const without = countryCodes.filter((country) => !priceCurrencies.includes(currencyOfCountry(country) ?? ''))

  expect(without).toEqual(['AQ'])
})

test.each([
  ['US', 'USD'],
  ['BG', 'EUR'],
  ['HR', 'EUR'],
  ['CW', 'XCG'],
  ['LI', 'CHF'],
  ['IQ', 'IQD'],
  ['ZA', 'ZAR'],
] as const)('%s pays in %s', (country, currency) => {
  expect(currencyOfCountry(country)).toBe(currency)
})
