import { describe, expect, test } from 'vitest'
import { describeStripe } from '../support/stripe/describe-stripe.ts'
import { stripeInTestMode } from '../support/stripe/stripe-in-test-mode.ts'

const key = process.env['STRIPE_TEST_KEY']

test('Stripe itself is asked what the fake is asked', ({ skip }) => {
  skip(
    key === undefined,
    'Stripe was not asked: STRIPE_TEST_KEY, a test key of an account with nothing else in it, is not set.',
  )

  expect(key).toMatch(/^(?:sk|rk)_test_/)
})

describe.runIf(key !== undefined)('over STRIPE_TEST_KEY:', () => {
  describeStripe(stripeInTestMode(key ?? 'sk_test_none'))
})
