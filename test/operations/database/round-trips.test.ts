import { openPostgresql } from '#database/postgresql/open.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import { expect, test } from 'vitest'
import { openCountingProxy, type DatabaseTraffic, type CountingProxy } from '../../support/databases/counting-proxy.ts'
import { openTestDatabase, type TestDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

// Counts the statements and round trips to the database that a shopper's page view has to wait for.

let proxy: CountingProxy

/** A database that is reached through a counting proxy; closing it closes the proxy. */
const openCounted = async (): Promise<TestDatabase> => {
  const database = await openTestDatabase('postgresql')
  proxy = await openCountingProxy(database.url!)
  const counted = await openPostgresql<Schema>(proxy.url, { mode: 'sandbox' })
  const close = async () => {
    await counted.close()
    await proxy.close()
    await database.close()
  }
  return { ...database, db: counted.db, close }
}

// A fixed time, so that an API key is looked up only once.
const wall = new Date().toISOString()
const service = useService(openCounted, { wallClock: () => wall })

/** The smallest count of several tries, because some tries open a new connection. */
const askedBy = async (request: () => Promise<unknown>): Promise<DatabaseTraffic> => {
  const tries: DatabaseTraffic[] = []
  for (let n = 0; n < 5; n++) {
    proxy.take()
    await request()
    tries.push(proxy.take())
  }
  return tries.toSorted((one, other) => one.roundTrips - other.roundTrips || one.statements - other.statements)[0]!
}

const anEmail = (): string => `${crypto.randomUUID()}@example.com`

test('a new shopper sees the checkout after one round trip', async () => {
  const plan = await createPlan(service)
  const shopper = await aShopper(service, { customer: { email: anEmail(), country: 'JP' }, plan: { id: plan.id } })
  await shopper.look()

  expect(await askedBy(() => shopper.look())).toEqual({ statements: 1, roundTrips: 1 })
})

test('the first look at a session takes one round trip; if its quote has ended, a second one stores a new quote', async () => {
  const plan = await createPlan(service)
  const open = () => aShopper(service, { customer: { email: anEmail() }, plan: { id: plan.id } })
  const openFive = () => Promise.all(Array.from({ length: 5 }, open))
  const [shoppers, late] = [await openFive(), await openFive()]

  expect(await askedBy(() => shoppers.pop()!.look())).toEqual({ statements: 1, roundTrips: 1 })
  await moveClock(service, 'PT31M')
  expect(await askedBy(() => late.pop()!.look())).toEqual({ statements: 2, roundTrips: 2 })
})

test('a checkout takes a second round trip to find out whether the shopper had a trial before', async () => {
  const plan = await createPlan(service, aMonthlyPlan({ trial_interval: 'days', trial_interval_count: 7 }))
  const shopper = await aShopper(service, { customer: { email: anEmail() }, plan: { id: plan.id } })
  await shopper.look()

  expect(await askedBy(() => shopper.look())).toEqual({ statements: 2, roundTrips: 2 })
})

test('a subscriber sees saved methods, or a change of plan, after one round trip', async () => {
  const [plan, other] = [await createPlan(service), await createPlan(service, aMonthlyPlan({ name: 'Library' }))]
  const buyer = await aShopper(service, {
    customer: { external_id: 'user-1', email: anEmail() },
    plan: { id: plan.id },
  })
  const { body: payment } = await buyer.pay()
  const { id: customerId } = payment.customer
  const more = await aShopper(service, { customer: { id: customerId }, plan: { id: other.id } })
  const known = await aShopper(service, { customer: { external_id: 'user-1' }, plan: { id: other.id } })
  const change = await aShopper(service, { subscription: { id: payment.subscription.id }, plan: { id: other.id } })
  const looks = [await more.look(), await known.look(), await change.look()]

  expect(looks.map(({ body }) => [body.purpose, body.payment_methods.length, body.refusal])).toEqual([
    ['subscribe', 1, null],
    ['subscribe', 1, null],
    ['change_plan', 1, null],
  ])
  for (const shopper of [more, known, change]) {
    expect(await askedBy(() => shopper.look())).toEqual({ statements: 1, roundTrips: 1 })
  }
})

test('a session is opened in two round trips, its commit included, and changed in three', async () => {
  const plan = await createPlan(service)
  const body = { customer: { email: anEmail(), country: 'JP' }, plan: { id: plan.id } }
  const { body: session } = await service.send('POST', '/client-session', { body })
  const withKey = () => ({ 'Idempotency-Key': crypto.randomUUID() })

  const opened = await askedBy(() => service.send('POST', '/client-session', { body }))
  const openedWithKey = await askedBy(() => service.send('POST', '/client-session', { body, headers: withKey() }))
  const changed = await askedBy(() =>
    service.send('PATCH', `/client-session/${session.id}`, { body: { customer: { country: 'DE' } } }),
  )

  expect(opened).toEqual({ statements: 5, roundTrips: 2 })
  expect(openedWithKey).toEqual({ statements: 6, roundTrips: 3 })
  expect(changed).toEqual({ statements: 7, roundTrips: 3 })
})

test.each(['plans', 'customers', 'subscriptions', 'payments'])(
  'the first page of %s takes one round trip',
  async (list) => {
    const plan = await createPlan(service)
    const shopper = await aShopper(service, { customer: { email: anEmail() }, plan: { id: plan.id } })
    await shopper.pay()

    expect(await askedBy(() => service.send('GET', `/${list}`))).toEqual({ statements: 2, roundTrips: 1 })
  },
)

test('a payment is shown with all its parts after one round trip', async () => {
  const plan = await createPlan(service)
  const shopper = await aShopper(service, { customer: { email: anEmail() }, plan: { id: plan.id } })
  const { body: payment } = await shopper.pay()

  expect(await askedBy(() => service.send('GET', `/payments/${payment.id}`))).toEqual({ statements: 4, roundTrips: 1 })
})
