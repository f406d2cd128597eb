import { expect, test } from 'vitest'
import { openFakeAccount } from '../../testing/index.ts'
import { adapter } from './adapter.ts'

const given = (url: string, method_kinds?: string) => ({
  credentials: { secret_key: 'sk_test_fake' },
  settings: { publishable_key: 'pk_test_fake', api_url: url, ...(method_kinds !== undefined && { method_kinds }) },
  livemode: false,
})

test('the check looks up kinds other than cards in the account’s own settings, and names one that is not enabled there', async () => {
  await using account = await openFakeAccount()
  const { fake } = account
  fake.books.notEnabled.add('cashapp')

  const report = await adapter.check(given(fake.url, 'CARD,paypal, CASHAPP'))

  expect(report.kind === 'answered' && report.findings.filter(({ check }) => check === 'kinds')).toEqual([
    { check: 'kinds', ok: true, message: 'cards' },
    { check: 'kinds', ok: true, message: 'PAYPAL' },
    { check: 'kinds', ok: false, message: expect.stringContaining('CASHAPP is not enabled') },
  ])
})

test('a merchant with cards only needs no further permission, and the first examination refuses kinds that Stripe lacks', async () => {
  await using account = await openFakeAccount()
  const { fake } = account

  await adapter.check(given(fake.url))

  expect(fake.count('GET /v1/payment_method_configurations')).toBe(0)
  expect(adapter.examine(given(fake.url, 'CARD,VENMO'))).toEqual([expect.stringMatching(/^method_kinds must be/)])
})
