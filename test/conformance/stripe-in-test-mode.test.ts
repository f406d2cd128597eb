import { beforeAll, describe, expect, test } from 'vitest'
import { describeStripe } from '../support/stripe/describe-stripe.ts'
import { makeFirstCalls } from '../support/stripe/first-calls.ts'
import { stripeInTestMode } from '../support/stripe/stripe-in-test-mode.ts'

const key = process.env['STRIPE_TEST_KEY']

test('Stripe itself gets the same requests as the fake', ({ skip }) => {
  skip(
    key === undefined,
    'Stripe was not asked: STRIPE_TEST_KEY, a test key of an account with nothing else in it, is not set.',
  )

  expect(key).toMatch(/^(?:sk|rk)_test_/)
})

describe.runIf(key !== undefined)('over STRIPE_TEST_KEY:', () => {
  // If one of the first calls fails, the suite stops.
  beforeAll(() => makeFirstCalls({ secretKey: key ?? 'sk_test_none' }, (line) => console.log(line)), 120_000)
  describeStripe(stripeInTestMode(key ?? 'sk_test_none'))
})
