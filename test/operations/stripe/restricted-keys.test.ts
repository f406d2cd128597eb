import { type FakeStripe, startFakeStripe } from '@billing-checkout/stripe/testing'
import { beforeAll, expect, test } from 'vitest'
import { merchantOfServer } from '../../support/services/merchant-of-server.ts'
import { aBuyer, aMonthlyPlan, createPlan } from '../../support/stories/shopper.ts'
import { byOperator, useOperatedServer } from '../../support/services/use-operated-server.ts'
import { moveClock } from '../../support/stories/subscriber.ts'

/** The permissions that the README lists for an account that charges only cards. */
const documented = [
  'customer_write',
  'payment_intent_write',
  'setup_intent_write',
  'payment_method_write',
  'charge_write',
  'dispute_read',
  'balance_read',
  'balance_transaction_source_read',
]
const key = 'rk_test_restricted'

const operated = useOperatedServer()
const { run } = operated
let named: FakeStripe
/** A Stripe whose errors do not name the account. */
let unnamed: FakeStripe
beforeAll(async () => {
  named = await startFakeStripe({ limits: null, accountId: 'acct_named' })
  unnamed = await startFakeStripe({ limits: null, accountId: '' })
  for (const fake of [named, unnamed]) fake.addKey(key, documented)
  return async () => {
    await named.close()
    await unnamed.close()
  }
})

const connect = (organization: string, fake: FakeStripe, secret = key) =>
  run('connection add', {
    organization,
    adapter: 'stripe',
    set: [`publishable_key=pk_test_${fake.books.accountId || 'unnamed'}`, `api_url=${fake.url}`],
    secret,
    who: 'Mina',
  })

test('a merchant connects a restricted key that may not read the account, and is paid, renewed and refunded with it', async () => {
  const { id: organization } = await run('organization create', { name: 'Lantern Books' })
  const merchant = merchantOfServer(() => operated.server.url, (await run('key create', { organization })).key)
  const connection = await connect(organization, named)
  await run('routing set', { organization, routes: [{ connection: connection.id }], ...byOperator })
  const { id } = await createPlan(merchant, aMonthlyPlan())
  const shopper = await aBuyer(merchant, id)
  const details = { processor_token: named.addMethod('pm_card_visa'), connection: connection.id }
  const { body: first } = await shopper.pay({}, { payment_method: { type: 'CARD', details } })
  await moveClock(merchant, 'P1M')
  const { body: refunded } = await merchant.send('POST', `/payments/refund/${first.id}`, { body: {} })

  expect(connection.account_id).toBe('acct_named')
  expect(first.payment_status).toBe('SETTLING')
  expect(refunded.refunded_amount).toBe(first.amount)
  expect([...named.books.charges.values()].filter(({ paid }) => paid)).toHaveLength(2)
  expect(await run('connection check', { id: connection.id })).toMatchObject({ state: 'enabled' })
})

test('a key that lacks a permission is not connected, so no payment meets the fault', async () => {
  const { id: organization } = await run('organization create', { name: 'Lantern Tea' })
  const fake = await startFakeStripe({ limits: null, accountId: 'acct_other' })
  fake.addKey(
    key,
    documented.filter((name) => name !== 'payment_method_write'),
  )

  await expect(connect(organization, fake)).rejects.toThrow('Payment Methods: Write (payment_method_write)')
  await fake.close()
})

test('an account that Stripe does not name can be connected once', async () => {
  const { id: organization } = await run('organization create', { name: 'Lantern Coffee' })
  unnamed.addKey('rk_test_second', documented)

  const connection = await connect(organization, unnamed)
  const again = connect(organization, unnamed, 'rk_test_second')

  expect(connection.account_id).toBe(null)
  await expect(again).rejects.toThrow('is connected already')
})

test('a key that does not name its account cannot replace the key of a known account', async () => {
  const { id: organization } = await run('organization create', { name: 'Lantern Cocoa' })
  const fake = await startFakeStripe({ limits: null, accountId: 'acct_known' })
  const connection = await connect(organization, fake, 'sk_test_fake')
  fake.books.accountId = ''
  fake.addKey(key, documented)

  const rotated = run('connection rotate', { id: connection.id, secret: key, ...byOperator })

  await expect(rotated).rejects.toThrow('does not say which account this key opens')
  await fake.close()
})
