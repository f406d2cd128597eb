import { expect, test } from 'vitest'
import { anIntent, clientOfFake, openFakeAccount, refusalOf } from './open-account.ts'

const create = 'POST /v1/payment_intents'
const confirm = 'POST /v1/payment_intents/:id/confirm'

test('a key answers a repetition with the first answer, and refuses other parameters', async () => {
  await using account = await openFakeAccount()
  const { stripe, fake } = account
  const key = { idempotencyKey: 'k1' }

  const first = await stripe.paymentIntents.create(anIntent(), key)
  const again = await stripe.paymentIntents.create(anIntent(), key)
  const other = await refusalOf(stripe.paymentIntents.create(anIntent({ amount: 1000 }), key))

  expect(again.id).toBe(first.id)
  expect(new Headers(again.lastResponse.headers).get('idempotent-replayed')).toBe('true')
  expect(other).toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' })
  expect(fake.books.paymentIntents.size).toBe(1)
})

test('a key remembers a decline and a 500, whether the request ran or not', async () => {
  await using account = await openFakeAccount()
  const { stripe, fake } = account
  const { id } = await stripe.paymentIntents.create(anIntent({ payment_method: 'pm_card_chargeDeclined' }))
  const paying = await stripe.paymentIntents.create(anIntent())
  fake.faults.fail(create, 'error_before')

  const answers = [
    await refusalOf(stripe.paymentIntents.create(anIntent(), { idempotencyKey: 'never ran' })),
    await refusalOf(stripe.paymentIntents.create(anIntent(), { idempotencyKey: 'never ran' })),
    await refusalOf(stripe.paymentIntents.confirm(id, {}, { idempotencyKey: 'declined' })),
    await refusalOf(stripe.paymentIntents.confirm(id, {}, { idempotencyKey: 'declined' })),
  ]
  fake.faults.fail(confirm, 'error_after')
  const lost = await refusalOf(stripe.paymentIntents.confirm(paying.id, {}, { idempotencyKey: 'ran' }))
  const again = await refusalOf(stripe.paymentIntents.confirm(paying.id, {}, { idempotencyKey: 'ran' }))

  expect([...answers, lost, again].map(({ statusCode }) => statusCode)).toEqual([500, 500, 402, 402, 500, 500])
  expect(fake.books.charges.size).toBe(2)
  expect((await stripe.paymentIntents.retrieve(paying.id)).status).toBe('succeeded')
})

test('a key is free again after a request that was refused before it ran, and after a 429', async () => {
  await using account = await openFakeAccount()
  const { stripe, fake } = account
  const key = { idempotencyKey: 'k1' }
  fake.faults.fail(create, 'rate_limit')

  const limited = await refusalOf(stripe.paymentIntents.create(anIntent(), key))
  const wrong = await refusalOf(stripe.paymentIntents.create(anIntent({ amount: 1 }), key))
  const right = await stripe.paymentIntents.create(anIntent(), key)

  expect([limited.statusCode, wrong.statusCode, right.status]).toEqual([429, 400, 'requires_confirmation'])
})

test('a second request with the key of a running one is refused, and gets that one’s answer later', async () => {
  await using account = await openFakeAccount()
  const { stripe, fake } = account
  const key = { idempotencyKey: 'k1' }
  const held = fake.faults.hold(create)

  const running = stripe.paymentIntents.create(anIntent(), key)
  await held.arrived
  const meanwhile = await refusalOf(stripe.paymentIntents.create(anIntent(), key))
  held.release()
  const first = await running

  expect(meanwhile.statusCode).toBe(409)
  expect((await stripe.paymentIntents.create(anIntent(), key)).id).toBe(first.id)
})

test('a forgotten key creates a second intent', async () => {
  await using account = await openFakeAccount()
  const { stripe, fake } = account
  const key = { idempotencyKey: 'k1' }

  const first = await stripe.paymentIntents.create(anIntent(), key)
  fake.forgetKeys()

  expect((await stripe.paymentIntents.create(anIntent(), key)).id).not.toBe(first.id)
})

test('a key is forgotten after a day of the wall clock', async () => {
  let now = new Date('2026-11-22T10:00:00Z')
  await using account = await openFakeAccount({ clocks: { wall: () => now } })
  const { stripe } = account
  const key = { idempotencyKey: 'k1' }
  const first = await stripe.paymentIntents.create(anIntent(), key)

  now = new Date('2026-11-23T09:59:59Z')
  const almost = await stripe.paymentIntents.create(anIntent(), key)
  now = new Date('2026-11-23T10:00:01Z')
  const later = await stripe.paymentIntents.create(anIntent(), key)

  expect(almost.id).toBe(first.id)
  expect(later.id).not.toBe(first.id)
})

test.each([
  ['cut_before', 'requires_confirmation'],
  ['cut_after', 'succeeded'],
] as const)('a connection that is %s returns no answer, and the intent is %s', async (kind, status) => {
  await using account = await openFakeAccount()
  const { stripe, fake } = account
  const { id } = await stripe.paymentIntents.create(anIntent())
  fake.faults.fail(confirm, kind)

  const refusal = await refusalOf(stripe.paymentIntents.confirm(id))

  expect(refusal.type).toBe('StripeConnectionError')
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe(status)
})

test('a revoked key, an unknown key and another version of the interface are refused', async () => {
  await using account = await openFakeAccount()
  const { stripe, fake } = account

  const stranger = await refusalOf(clientOfFake(fake, 'sk_test_stranger').balance.retrieve())
  const older = await refusalOf(stripe.balance.retrieve({}, { apiVersion: '2020-08-27' }))
  fake.revokeKey('sk_test_fake')
  const revoked = await refusalOf(stripe.balance.retrieve())

  expect([stranger, older, revoked].map(({ statusCode }) => statusCode)).toEqual([401, 400, 401])
})

test('a live account refuses test keys and test methods, and reports live mode', async () => {
  await using account = await openFakeAccount({ livemode: true })
  const { fake } = account
  const stripe = clientOfFake(fake, 'sk_live_fake')
  const payment_method = fake.addMethod('pm_card_visa')

  expect(await refusalOf(clientOfFake(fake).balance.retrieve())).toMatchObject({ statusCode: 401 })
  expect(await refusalOf(stripe.paymentIntents.create(anIntent()))).toMatchObject({ code: 'resource_missing' })
  expect(await stripe.paymentIntents.create(anIntent({ payment_method, confirm: true }))).toMatchObject({
    livemode: true,
    status: 'succeeded',
  })
})
