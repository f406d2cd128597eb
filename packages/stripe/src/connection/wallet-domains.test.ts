import { expect, test } from 'vitest'
import { openFakeAccount } from '../../testing/index.ts'
import { adapter } from './adapter.ts'

const given = (url: string, method_kinds: string) => ({
  credentials: { secret_key: 'sk_test_fake' },
  settings: { publishable_key: 'pk_test_fake', api_url: url, method_kinds },
  livemode: false,
})
const { register, examine } = adapter.domains!
const domains = ['pay.example.com', 'shop.example.com']

test('the check names missing domains, registers each once, and then reports that they are active', async () => {
  await using account = await openFakeAccount()
  const { fake } = account
  const wallets = given(fake.url, 'CARD,APPLE_PAY,GOOGLE_PAY')

  const missing = await examine(wallets, domains)
  const registered = await register(wallets, domains)
  const again = await register(wallets, domains)

  expect(missing).toEqual([
    { check: 'domains', ok: false, message: 'pay.example.com is not registered for wallets: connection check.' },
    { check: 'domains', ok: false, message: 'shop.example.com is not registered for wallets: connection check.' },
  ])
  expect(registered).toEqual([
    { check: 'domains', ok: true, message: 'pay.example.com: Apple Pay active, Google Pay active' },
    { check: 'domains', ok: true, message: 'shop.example.com: Apple Pay active, Google Pay active' },
  ])
  expect(again).toEqual(registered)
  expect(await examine(wallets, domains)).toEqual(registered)
  expect([...fake.books.domains.values()].map(({ domain_name: name }) => name)).toEqual(domains)
})

test('if Apple does not verify a domain, the finding quotes Stripe and another check retries; Google Pay alone is not affected', async () => {
  await using account = await openFakeAccount()
  const { fake } = account
  fake.books.unverified.add('pay.example.com')
  const asked = () => register(given(fake.url, 'CARD,APPLE_PAY'), ['pay.example.com'])

  const refused = await asked()
  const ofGoogle = await examine(given(fake.url, 'CARD,GOOGLE_PAY'), ['pay.example.com'])
  fake.books.unverified.clear()
  const verified = await asked()

  expect(refused).toEqual([
    {
      check: 'domains',
      ok: false,
      message: 'pay.example.com: Apple Pay inactive (Apple could not verify the domain.)',
    },
  ])
  expect(ofGoogle).toMatchObject([{ ok: true }])
  expect(verified).toMatchObject([{ ok: true, message: 'pay.example.com: Apple Pay active' }])
})

test('a domain that the merchant disabled in the dashboard stays disabled, and the finding says so', async () => {
  await using account = await openFakeAccount()
  const { fake, stripe } = account
  const { id } = await stripe.paymentMethodDomains.create({ domain_name: 'pay.example.com', enabled: false })

  const told = await register(given(fake.url, 'APPLE_PAY'), ['pay.example.com'])

  expect(told).toMatchObject([{ ok: false, message: expect.stringContaining('pay.example.com is disabled') }])
  expect(fake.books.domains.get(id)?.enabled).toBe(false)
})

test('without a device wallet the key needs no permission for domains, and with one the error names the missing permission', async () => {
  await using account = await openFakeAccount()
  const { fake } = account

  const without = await register(given(fake.url, 'CARD,PAYPAL'), domains)
  fake.faults.fail('GET /v1/payment_method_domains', 'forbidden')
  const denied = examine(given(fake.url, 'APPLE_PAY'), domains)

  expect(without).toEqual([])
  await expect(denied).rejects.toThrow('The key lacks permission for Payment Method Domains')
  expect(fake.count('POST /v1/payment_method_domains')).toBe(0)
})
