import { expect, test } from 'vitest'
import { issuesOfPricing } from './pricing-issues.ts'

const euros = (amount: number) => ({ amount, currency: 'EUR' }) as const
const dollars = (amount: number) => ({ amount, currency: 'USD' }) as const

test('a price with exceptions for different countries has no issue', () => {
  const price = {
    default: euros(900),
    countries: [{ countries: ['US' as const, 'CA' as const], price: dollars(1000) }],
  }

  expect(issuesOfPricing(price, null)).toEqual([])
})

test('a country listed twice is refused, wherever it stands', () => {
  const price = {
    default: euros(900),
    countries: [
      { countries: ['US' as const], price: dollars(1000) },
      { countries: ['CA' as const, 'US' as const], price: dollars(1100) },
    ],
  }

  expect(issuesOfPricing(price, null)).toEqual([
    { path: ['price', 'countries', 1, 'countries'], message: 'must list US once, got it twice' },
  ])
})

test('a trial price must be in the currency of the price, in every country', () => {
  const price = { default: euros(900), countries: [{ countries: ['US' as const], price: dollars(1000) }] }
  const trial = { default: euros(100), countries: [] }

  expect(issuesOfPricing(price, trial)).toEqual([
    { path: ['trial_price'], message: 'must be in the currency of the price (USD) for US, got EUR' },
  ])
})
