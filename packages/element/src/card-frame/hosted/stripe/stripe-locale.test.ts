import { locales } from '@billing-checkout/domain/locales'
import { expect, test } from 'vitest'
import { stripeLocaleOf } from './stripe-locale.ts'

test('Stripe’s fields are in English for exactly these languages of the checkout', () => {
  const lacking = locales.filter((locale) => stripeLocaleOf(locale) === 'en' && locale !== 'en')

  expect(lacking).toEqual(['bn', 'ca', 'fa', 'hi', 'is', 'sr', 'sr-Latn', 'sw', 'ta', 'uk', 'ur'])
})
