import { type FakeStripe, startFakeStripe } from '@billing-checkout/stripe/testing'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { importProcessorNews } from '#server/billing/disputes/import-processor-news.ts'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { pausedConnectionWork } from '#server/billing/due-work/probe-connections.ts'
import { obligationWork } from '#server/billing/due-work/retry-obligations.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { openObligation } from '#server/billing/obligations/open-obligation.ts'
import { transact } from '#database/transactions/transact.ts'
import { lockConnection } from '#server/store/writes/advisory-locks.ts'
import { write } from '#server/store/writes/write.ts'
import { countWaitingForNames } from '../../support/interleaving/count-waiting.ts'
import { merchantOfServer } from '../../support/services/merchant-of-server.ts'
import type { RunningService } from '../../support/services/running-service.ts'
import { aBuyer, createPlan } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { byOperator, useOperatedServer } from '../../support/services/use-operated-server.ts'

let fake: FakeStripe
beforeAll(async () => {
  fake = await startFakeStripe({ limits: null, accountId: 'acct_one' })
  return () => fake.close()
})
const operated = useOperatedServer()
const { run } = operated
let organization: string
let merchant: RunningService
let connection: string

beforeAll(async () => {
  organization = (await run('organization create', { name: 'Lantern Books' })).id
  merchant = merchantOfServer(() => operated.server.url, (await run('key create', { organization })).key)
  const set = ['publishable_key=pk_test_fake', `api_url=${fake.url}`]
  const account = { organization, adapter: 'stripe', set, secret: 'sk_test_fake\n', who: 'Mina' }
  connection = (await run('connection add', account)).id
  await run('routing set', { organization, routes: [{ connection }], ...byOperator })
})

/** A shopper who has entered a card in Stripe's fields, and is about to pay. */
const aShopperWithCard = async () => {
  const shopper = await aBuyer(merchant, (await createPlan(merchant)).id)
  const details = { processor_token: fake.addMethod('pm_card_visa'), connection }
  return { ...shopper, payNow: () => shopper.pay({}, { payment_method: { type: 'CARD', details } }) }
}
const subscriptionOf = async (id: string) => (await merchant.send('GET', `/subscriptions/${id}`)).body
const paymentsOf = async (id: string) => (await merchant.send('GET', `/payments?payment_status_set=${id}`)).body.data
const paidFor = async (id: string) => {
  const ours = JSON.stringify(await paymentsOf(id))
  return [...fake.books.charges.values()].filter((each) => each.paid && ours.includes(String(each.payment_intent)))
    .length
}

/** Owes the payer the refund of a whole payment, and makes that refund due. */
const owe = async (id: string): Promise<void> => {
  const { body: payment } = await merchant.send('GET', `/payments/${id}`)
  await write(operated.database.db, organization, async (work) =>
    openObligation(work, {
      paymentId: id,
      kind: 'refund',
      amount: payment.amount,
      currencyCode: payment.currency_code,
      isCounted: true,
      attemptId: null,
      transactionId: payment.payment_details.processor_transaction_id,
      reason: 'Nobody wants it.',
    }),
  )
  await sql`update obligations set due_at = billing_now() where payment_id = ${id}`.execute(operated.database.db)
}

test('a charge in flight when its connection is disabled is booked, and its obligations are sent later', async () => {
  const held = fake.faults.hold('POST /v1/payment_intents/:id/confirm')
  const shopper = await aBuyer(merchant, (await createPlan(merchant)).id)
  const details = { processor_token: fake.addMethod('pm_card_visa'), connection }

  const buying = shopper.pay({}, { payment_method: { type: 'CARD', details } })
  await held.arrived
  await run('connection disable', { id: connection, ...byOperator })
  held.release()
  const bought = await buying
  const refused = await merchant.send('POST', `/payments/refund/${bought.body.id}`, { body: {} })
  await owe(bought.body.id)
  await runWork(operated.server.billing, obligationWork)
  const { body: owed } = await merchant.send('GET', `/payments/${bought.body.id}`)
  await completeAttempts(operated.server.billing, { aheadSeconds: 1000 })
  const meanwhile = fake.books.refunds.size
  await run('connection enable', { id: connection, ...byOperator })
  await completeAttempts(operated.server.billing, { aheadSeconds: 100_000 })

  expect([...fake.books.charges.values()].map(({ paid }) => paid)).toEqual([true])
  expect([bought.status, bought.body.payment_status]).toEqual([200, 'SETTLING'])
  expect(refused.status).toBe(503)
  expect(owed).toMatchObject({ refunded_amount: 999, refund: { status: 'pending' } })
  expect([meanwhile, fake.books.refunds.size]).toEqual([0, 1])
})

test(
  'a connection that is disabled during a run of renewals makes no subscription past due, and each is charged once',
  { timeout: 120_000 },
  async () => {
    const bought = await Promise.all(Array.from({ length: 4 }, async () => (await aShopperWithCard()).payNow()))
    const ids = bought.map(({ body }) => String(body.subscription.id))
    const held = fake.faults.hold('POST /v1/payment_intents/:id/confirm')

    const moving = moveClock(merchant, 'P32D')
    await held.arrived
    await run('connection disable', { id: connection, ...byOperator })
    held.release()
    await moving
    const requests = fake.requests.length
    await moveClock(merchant, 'P1D')
    const quiet = fake.requests.length - requests
    const meanwhile = await Promise.all(ids.map(subscriptionOf))
    await run('connection enable', { id: connection, ...byOperator })
    await completeAttempts(operated.server.billing, { aheadSeconds: 100_000, awaitingRetry: true })
    await moveClock(merchant, 'P1D')
    await completeAttempts(operated.server.billing, { aheadSeconds: 100_000, awaitingRetry: true })

    expect(new Set(meanwhile.map(({ status }) => status))).toEqual(new Set(['active']))
    expect(quiet).toBe(0)
    expect(await Promise.all(ids.map(paidFor))).toEqual([2, 2, 2, 2])
    expect((await Promise.all(ids.map(subscriptionOf))).map(({ past_due }) => past_due)).toEqual([
      null,
      null,
      null,
      null,
    ])
  },
)

test('a query in flight when its connection is disabled sends no further call over it', async () => {
  const bought = await (await aShopperWithCard()).payNow()
  const { body: payment } = await merchant.send('GET', `/payments/${bought.body.id}`)
  // There is news, so the query takes several requests: for events, disputes, refunds and warnings.
  fake.warnOfFraud(payment.payment_details.processor_transaction_id)
  const held = fake.faults.hold('GET /v1/disputes')

  const asking = importProcessorNews(operated.server.billing, true)
  await held.arrived
  await run('connection disable', { id: connection, ...byOperator })
  const requests = fake.requests.length
  held.release()
  await asking
  const sent = fake.requests.slice(requests).map(({ name }) => name)
  await run('connection enable', { id: connection, ...byOperator })
  const later = fake.requests.length
  await importProcessorNews(operated.server.billing, true)

  expect(sent).toEqual([])
  expect(new Set(fake.requests.slice(later).map(({ name }) => name))).toContain('GET /v1/refunds')
})

test('a connection disabled during a checkout charges nothing, and the checkout continues once it is enabled', async () => {
  const shopper = await aShopperWithCard()
  const seen = await shopper.look()
  const charges = fake.books.charges.size
  await run('connection disable', { id: connection, ...byOperator })
  const requests = fake.requests.length

  const refused = await shopper.payNow()
  const sent = fake.requests.length - requests
  await run('connection enable', { id: connection, ...byOperator })
  const paid = await shopper.payNow()

  expect(seen.body.connections.CARD).toBe(connection)
  expect([refused.status, refused.body.error?.code, sent]).toEqual([503, 'unavailable', 0])
  expect(paid.body).toMatchObject({ payment_status: 'SETTLING', subscription: { status: 'active' } })
  expect(fake.books.charges.size - charges).toBe(1)
})

test('the query of a paused connection locks it before the row, as every change of a connection does', async () => {
  const { database, server } = operated
  await sql`update connections set state = 'paused', reason = 'The key was refused.', paused_at = now(),
    due_at = now() - interval '1 second'
    where id = ${connection}`.execute(database.db)

  const { querying, row } = await transact(database.db, async ({ db }) => {
    await lockConnection(db, connection)
    const querying = runWork(server.billing, pausedConnectionWork)
    await expect.poll(() => countWaitingForNames(database), { timeout: 20_000 }).toBeGreaterThan(0)
    const rows = db.selectFrom('connections').select('state').where('id', '=', connection)
    return { querying: { ends: querying }, row: await rows.forUpdate().noWait().executeTakeFirst() }
  })
  await querying.ends

  expect(row).toEqual({ state: 'paused' })
  await expect.poll(async () => (await run('connection list', { organization })).data[0].state).toBe('enabled')
})
