import { expect, test } from 'vitest'
import { openFakeAccount } from '../testing/index.ts'
import { describeMethod } from './describe-method.ts'
import { openStripeAccount } from './stripe-account.ts'

const open = async () => {
  const opened = await openFakeAccount()
  const account = openStripeAccount({
    connection: 'con_stripe',
    accountId: 'acct_fake',
    secretKey: 'sk_test_fake',
    livemode: false,
    connectedAt: new Date(0),
    clientConfig: opened.fake.clientConfig,
  })
  return { ...opened, account, [Symbol.asyncDispose]: () => opened.fake.close() }
}

test('the description of a card names the wallet that it came from, and no wallet if the shopper typed it', async () => {
  await using opened = await open()
  const { fake, account } = opened
  const ask = (wallet?: 'apple_pay' | 'google_pay') => describeMethod(account, fake.addMethod('pm_card_visa', wallet))

  expect(await ask('apple_pay')).toMatchObject({
    wallet: 'APPLE_PAY',
    details: { last4: '4242', is_network_tokenized: true },
  })
  expect(await ask('google_pay')).toMatchObject({
    wallet: 'GOOGLE_PAY',
    details: { last4: '4242', is_network_tokenized: false },
  })
  expect(await ask()).not.toHaveProperty('wallet')
})

test.each(['link', 'samsung_pay', 'visa_checkout'] as const)(
  'a card from %s is described like one that was typed',
  async (type) => {
    await using opened = await open()
    const { fake, account } = opened
    const id = fake.addMethod('pm_card_visa')
    fake.books.methods.get(id)!.shown.card!.wallet = { type, dynamic_last4: null }

    const described = await describeMethod(account, id)

    expect(described).toMatchObject({ details: { last4: '4242' } })
    expect(described).not.toHaveProperty('wallet')
  },
)
