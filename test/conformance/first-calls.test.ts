import { startFakeStripe } from '@billing-checkout/stripe/testing'
import { expect, test } from 'vitest'
import { makeFirstCalls } from '../support/stripe/first-calls.ts'

test('the first four calls report each assumption in Stripe’s own words', { timeout: 60_000 }, async () => {
  const fake = await startFakeStripe({ limits: null })
  const said: string[] = []

  await makeFirstCalls({ secretKey: 'sk_test_fake', apiUrl: fake.url }, (line) => said.push(line))
  await fake.close()

  expect(said.map((line) => line.split(':')[0])).toEqual([
    '1 account',
    '2 charge',
    '3 decline',
    '4 renewal',
    'a canceled intent keeps its last_payment_error.',
    'off_session with error_on_requires_action',
    'Cash App',
    'PayPal for later payments',
    'Stripe.js under our policy is to be seen in a browser',
  ])
  expect(said).toContainEqual(expect.stringContaining('cashapp_handle_redirect_or_display_qr_code'))
})

test('the first call that fails ends the run', { timeout: 60_000 }, async () => {
  const fake = await startFakeStripe({ limits: null })
  fake.faults.fail('POST /v1/payment_intents/:id/confirm', { code: 'country_unsupported' })
  const said: string[] = []

  const made = makeFirstCalls({ secretKey: 'sk_test_fake', apiUrl: fake.url }, (line) => said.push(line))

  await expect(made).rejects.toThrow('2 charge')
  await fake.close()
  expect(said).toHaveLength(1)
})
