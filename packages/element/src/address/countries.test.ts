import { countryCodes } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { countries, countriesIn } from './countries.ts'

test('the element has the countries of the contract', () => {
  expect(countries).toEqual(countryCodes)
})

test('countries have names in the shopper’s language, sorted by it', () => {
  const names = countriesIn('de').map(([, name]) => name)

  expect(names).toContain('Österreich')
  expect(names.indexOf('Österreich')).toBeLessThan(names.indexOf('Polen'))
})
