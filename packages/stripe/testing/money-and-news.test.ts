import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { anIntent, openFakeAccount, refusalOf } from './open-account.ts'

const pay = async (stripe: Stripe, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create(anIntent({ confirm: true, ...more }))

test('partial refunds never return more than was captured', async () => {
  await using account = await openFakeAccount()
  const { stripe } = account
  const { id: payment_intent } = await pay(stripe, { amount: 1000 })

  const first = await stripe.refunds.create({ payment_intent, amount: 400 })
  const tooMuch = await refusalOf(stripe.refunds.create({ payment_intent, amount: 601 }))
  const rest = await stripe.refunds.create({ payment_intent })
  const none = await refusalOf(stripe.refunds.create({ payment_intent, amount: 1 }))

  expect([first.status, rest.amount]).toEqual(['succeeded', 600])
  expect([tooMuch.code, none.code]).toEqual(['amount_too_large', 'charge_already_refunded'])
})

test('a pending refund succeeds later, and any refund can fail, after which its money can be refunded again', async () => {
  await using account = await openFakeAccount()
  const { stripe, fake } = account
  const { id: payment_intent } = await pay(stripe, { payment_method: 'pm_card_pendingRefund' })

  const pending = await stripe.refunds.create({ payment_intent })
  const succeeded = fake.endRefund(pending.id, 'succeeded').status
  const failed = fake.endRefund(pending.id, 'failed').status

  expect([pending.status, succeeded, failed]).toEqual(['pending', 'succeeded', 'failed'])
  expect((await stripe.refunds.create({ payment_intent })).amount).toBe(999)
})

test('without a test’s control, a pending refund succeeds and a failing one fails after a day of the billing clock', async () => {
  const billing = { now: new Date('2027-01-01T00:00:00Z') }
  await using account = await openFakeAccount({ clocks: { billing: () => billing.now } })
  const { stripe } = account
  const refund = async (payment_method: string) => {
    const { id: payment_intent } = await pay(stripe, { payment_method })
    return (await stripe.refunds.create({ payment_intent })).id
  }
  const ids = [await refund('pm_card_pendingRefund'), await refund('pm_card_refundFail')]
  const statuses = async () =>
    (await Promise.all(ids.map((id) => stripe.refunds.retrieve(id)))).map(({ status }) => status)

  const before = await statuses()
  billing.now = new Date('2027-01-02T00:00:00Z')

  expect([before, await statuses()]).toEqual([
    ['pending', 'succeeded'],
    ['succeeded', 'failed'],
  ])
})

test('money is available two days of the billing clock later, whatever the wall clock says', async () => {
  const billing = { now: new Date('2027-01-01T00:00:00Z') }
  await using account = await openFakeAccount({ clocks: { billing: () => billing.now } })
  const { stripe } = account
  await pay(stripe)
  const statusNow = async () => (await stripe.balanceTransactions.list()).data[0]?.status

  const before = await statusNow()
  billing.now = new Date('2027-01-03T00:00:00Z')

  expect([before, await statusNow()]).toEqual(['pending', 'available'])
  expect((await stripe.balance.retrieve()).available).toMatchObject([{ currency: 'eur', amount: 940 }])
})

test('a dispute takes the money and a fee, refuses refunds, and gives the money back when it is won', async () => {
  await using account = await openFakeAccount()
  const { stripe, fake } = account
  const { id: payment_intent } = await pay(stripe, { payment_method: 'pm_card_createDispute' })
  const { data } = await stripe.disputes.list({ payment_intent })
  const netOf = async () => (await stripe.balanceTransactions.list()).data.reduce((sum, { net }) => sum + net, 0)

  const disputed = await netOf()
  const refusal = await refusalOf(stripe.refunds.create({ payment_intent }))
  fake.closeDispute(data[0]!.id, 'won')

  expect(data).toMatchObject([{ status: 'needs_response', reason: 'fraudulent', amount: 999 }])
  expect([disputed, refusal.code]).toEqual([940 - 999 - 1500, 'charge_disputed'])
  expect(await netOf()).toBe(940 - 1500)
})

test('an inquiry withdraws no money, and its charge can be refunded', async () => {
  await using account = await openFakeAccount()
  const { stripe } = account
  const { id: payment_intent } = await pay(stripe, { payment_method: 'pm_card_createDisputeInquiry' })

  const { data } = await stripe.disputes.list({ payment_intent })

  expect(data).toMatchObject([{ status: 'warning_needs_response', balance_transactions: [] }])
  expect((await stripe.refunds.create({ payment_intent })).status).toBe('succeeded')
})

test('lists come in pages, the newest first, by customer and by time', async () => {
  let now = new Date('2026-11-22T10:00:00Z')
  await using account = await openFakeAccount({ clocks: { wall: () => now } })
  const { stripe } = account
  const customer = (await stripe.customers.create()).id
  const ids: string[] = []
  for (const minute of [0, 1, 2, 3, 4]) {
    now = new Date(Date.UTC(2026, 10, 22, 10, minute))
    ids.unshift((await stripe.paymentIntents.create(anIntent({ customer }))).id)
  }
  await stripe.paymentIntents.create(anIntent())

  const first = await stripe.paymentIntents.list({ customer, limit: 2 })
  const all = await stripe.paymentIntents.list({ customer, limit: 2 }).autoPagingToArray({ limit: 100 })
  const created = { gte: Date.UTC(2026, 10, 22, 10, 1) / 1000, lt: Date.UTC(2026, 10, 22, 10, 3) / 1000 }
  const between = await stripe.paymentIntents.list({ created })

  expect([first.data.length, first.has_more]).toEqual([2, true])
  expect(all.map(({ id }) => id)).toEqual(ids)
  expect(between.data.map(({ id }) => id)).toEqual([ids[2], ids[3]])
})

test('Search is an hour behind, and its calls are counted', async () => {
  let now = new Date('2026-11-22T10:00:00Z')
  await using account = await openFakeAccount({ clocks: { wall: () => now } })
  const { stripe, fake } = account
  const { id } = await stripe.paymentIntents.create(anIntent({ metadata: { reference: 'r1' } }))
  const find = async () => (await stripe.paymentIntents.search({ query: "metadata['reference']:'r1'" })).data

  const atOnce = await find()
  now = new Date('2026-11-22T11:00:00Z')

  expect(atOnce).toEqual([])
  expect(await find()).toMatchObject([{ id }])
  expect(fake.count('GET /v1/payment_intents/search')).toBe(2)
})

test('notifications are signed, and are sent in the order and as often as a test requires', async () => {
  await using account = await openFakeAccount()
  const { stripe, fake } = account
  const bodies: { readonly body: string; readonly signature: string }[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      bodies.push({ body: Buffer.concat(parts).toString(), signature: String(request.headers['stripe-signature']) })
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/notifications`
  const endpoint = await stripe.webhookEndpoints.create({ url, enabled_events: ['*'] })
  await pay(stripe)

  const sent = fake.notifications(endpoint.id)
  const statuses = await fake.deliver(endpoint.id, [...sent.toReversed(), sent[0]!])
  server.close()

  const read = bodies.map(
    ({ body, signature }) => stripe.webhooks.constructEvent(body, signature, endpoint.secret!).type,
  )
  expect(statuses).toEqual([200, 200, 200, 200])
  expect(read).toEqual([
    'payment_intent.succeeded',
    'charge.succeeded',
    'payment_intent.created',
    'payment_intent.created',
  ])
  expect(() => stripe.webhooks.constructEvent(bodies[0]!.body, bodies[0]!.signature, 'whsec_other')).toThrow(
    /signature/,
  )
})

test('a detached method and the methods of a deleted customer can no longer be charged', async () => {
  await using account = await openFakeAccount()
  const { stripe } = account
  const customer = (await stripe.customers.create()).id
  const attach = async () => (await stripe.paymentMethods.attach('pm_card_visa', { customer })).id
  const [first, second] = [await attach(), await attach()]

  await stripe.paymentMethods.detach(first)
  const detached = await refusalOf(pay(stripe, { customer, payment_method: first }))
  await stripe.customers.del(customer)
  const deleted = await refusalOf(pay(stripe, { payment_method: second }))
  const gone = await refusalOf(pay(stripe, { customer, payment_method: second }))

  expect([detached, deleted, gone].map(({ statusCode }) => statusCode)).toEqual([400, 400, 400])
})
