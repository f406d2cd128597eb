import { type CountryCode, countryCodes } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { currencyOfCountry } from './country-currencies.ts'
import { priceCurrencies } from './currencies.ts'

test('every country except Antarctica has a currency in which prices can be shown', () => {
  const without = countryCodes.filter((country) => !priceCurrencies.includes(currencyOfCountry(country) ?? ''))

  expect(without).toEqual(['AQ'])
})

test('a code that is not of a country has no currency, even if a currency of several countries begins with it', () => {
  const countries = new Set<string>(countryCodes)
  const starts = priceCurrencies.map((currency) => currency.slice(0, 2)).filter((start) => !countries.has(start))

  expect(starts).toContain('XA')
  expect(starts.map((start) => currencyOfCountry(start as CountryCode))).toEqual(starts.map(() => undefined))
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
