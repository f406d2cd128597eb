import { countryCodes } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { countries, countriesIn } from './countries.ts'

test('the element knows the contract’s countries', () => {
  expect(countries).toEqual(countryCodes)
})

test('countries have names in the shopper’s language, and stand in its order', () => {
  const names = countriesIn('de').map(([, name]) => name)

  expect(names).toContain('Österreich')
  expect(names.indexOf('Österreich')).toBeLessThan(names.indexOf('Polen'))
})
