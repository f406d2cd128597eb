import { expect, test } from 'vitest'
import { cardEntryOf } from './card-entry.ts'
import { ModeMismatch } from './stripe-account.ts'

const account = {
  connection: 'con_stripe',
  accountId: 'acct_1',
  secretKey: 'sk_test_x',
  livemode: false,
  connectedAt: new Date(0),
}

test('an account with a publishable key uses Stripe’s own card fields, and returns the data that those need', () => {
  expect(cardEntryOf({ ...account, publishableKey: 'pk_test_x' })).toEqual({
    kind: 'hosted',
    fields: 'stripe',
    // The Stripe.js release that belongs to the API version of the official client.
    scriptUrl: 'https://js.stripe.com/endive/stripe.js',
    publishableKey: 'pk_test_x',
    account: null,
    sources: {
      'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
      'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
      'connect-src': ['https://api.stripe.com'],
    },
  })
  expect(cardEntryOf(account)).toBeUndefined()
})

test('the same script shows the buttons of the wallets that the account charges', () => {
  const entry = cardEntryOf({ ...account, publishableKey: 'pk_test_x', methodKinds: ['CARD', 'PAYPAL', 'GOOGLE_PAY'] })

  expect(entry?.wallets).toEqual(['GOOGLE_PAY'])
  expect(entry?.countAmount?.({ amount: 1500, currency: 'ISK' })).toBe(150_000)
})

test('a publishable key of the other mode is refused', () => {
  expect(() => cardEntryOf({ ...account, publishableKey: 'pk_live_x' })).toThrow(ModeMismatch)
})
