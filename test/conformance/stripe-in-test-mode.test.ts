import { test } from 'vitest'
import { describeStripe } from '../support/describe-stripe.ts'
import { stripeInTestMode } from '../support/stripe-in-test-mode.ts'

const key = process.env['STRIPE_TEST_KEY']

if (key === undefined)
  test.skip('Stripe itself was not asked: STRIPE_TEST_KEY, a test key of an account with nothing else in it, is not set', () => {})
else describeStripe(stripeInTestMode(key))
