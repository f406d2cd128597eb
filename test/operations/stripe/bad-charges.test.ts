import { stripeProcessor } from '@billing-checkout/stripe'
import { accountOptionsOf, clientOfFake, type FakeStripe, startFakeStripe } from '@billing-checkout/stripe/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deferredCountOf, readBacklog } from '#server/store/health/read-backlog.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { withHostedFields } from '../../support/stripe/hosted-fields.ts'
import { aBuyer, aMonthlyPlan, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const day = 24 * 3_600_000
const create = 'POST /v1/payment_intents'
/** One cent more than Stripe accepts in one charge. */
const tooMuch = 100_000_000

/** The members of a payment that these tests read. */
interface Seen {
  readonly payment_status: string
}

describeUsualDatabase('a charge that Stripe’s fake refuses:', (open) => {
  let fake: FakeStripe
  let foreign: FakeStripe
  beforeAll(async () => {
    fake = await startFakeStripe({ limits: null })
    foreign = await startFakeStripe({ limits: null, accountId: 'acct_elsewhere' })
  })
  afterAll(async () => {
    await fake.close()
    await foreign.close()
  })
  const service = useService(open, () => ({
    processor: withHostedFields(stripeProcessor(accountOptionsOf(fake))),
  }))
  const subscriber = (plan: object = {}) => aSubscriber(service, aMonthlyPlan(plan))
  const moveDays = async (days: number) => {
    const { body: clock } = await service.send('GET', '/sandbox/clock')
    await moveClock(service, new Date(new Date(clock.now).getTime() + days * day).toISOString())
  }
  /** The Stripe id of a customer's stored method. */
  const methodOf = async (customerId: string) => {
    const { processorToken } = await service.database.db
      .selectFrom('paymentMethods')
      .select('processorToken')
      .where('customerId', '=', customerId)
      .executeTakeFirstOrThrow()
    return processorToken.split('/')[1]!
  }
  const statusesOf = (payments: readonly Seen[]) => payments.map(({ payment_status: status }) => status)

  test('a method that was deleted in the dashboard makes only its own renewal fail', async () => {
    const [one, other] = [await subscriber(), await subscriber()]
    await clientOfFake(fake).paymentMethods.detach(await methodOf(one.customerId))

    await moveDays(40)
    await moveDays(3)

    const [refused, ...others] = (await one.payments()).slice(1)
    expect(refused).toMatchObject({
      payment_status: 'DECLINED',
      status_reason: { status_reason: { decline_code: 'card_declined', advice_code: 'do_not_try_again' } },
    })
    // A retry could not succeed, so the server makes no retry.
    expect(others).toEqual([])
    expect(await one.subscription()).toMatchObject({ status: 'past_due' })
    expect(statusesOf(await other.payments())).toEqual(['SETTLING', 'SETTLING'])
    expect(await other.subscription()).toMatchObject({ status: 'active' })
  })

  test('a plan whose price has more digits than Stripe accepts is refused', async () => {
    const price = { default: { amount: tooMuch, currency: 'EUR' }, countries: [] }

    const { status, body } = await service.send('POST', '/plans', { body: aMonthlyPlan({ price }) })

    expect([status, body.error.code]).toEqual([400, 'amount_not_representable'])
    expect(body.error.message).toContain('99999999')
  })

  test('an amount that Stripe refuses fails at the checkout, and leaves no rows behind', async () => {
    const shopper = await aBuyer(service, String((await createPlan(service, aMonthlyPlan())).id))
    const charges = fake.books.charges.size
    fake.faults.fail(create, { code: 'amount_too_large' })

    const { body } = await shopper.pay()

    expect(body.payment_status).toBe('FAILED')
    expect(body.subscription).toBeNull()
    expect(fake.books.charges.size).toBe(charges)
  })

  test('an amount that Stripe refuses when it renews is deferred, tells the operator, and is never a dunning try', async () => {
    const trial = { trial_interval: 'days', trial_interval_count: 7 }
    const { payments, subscription, customerId } = await subscriber(trial)
    fake.faults.fail(create, { code: 'amount_too_large' }, 100, await methodOf(customerId))

    for (let days = 0; days < 6; days += 1) await moveDays(days === 0 ? 8 : 1)
    const backlog = await readBacklog(service.database.db)
    const tries = (await payments()).slice(1)

    // If the shopper's method were at fault, so many failed tries would count as a decline.
    expect(tries.length).toBeGreaterThan(4)
    expect(new Set(statusesOf(tries))).toEqual(new Set(['FAILED']))
    expect(await subscription()).toMatchObject({ status: 'trial', past_due: null })
    expect(deferredCountOf(backlog, 'renewal').deferred).toBe(1)
  })

  test('a mandate that its holder has ended at PayPal declines that renewal, which is never deferred', async () => {
    const one = await subscriber()
    fake.faults.fail(create, { code: 'payment_intent_mandate_invalid' }, 1, await methodOf(one.customerId))

    await moveDays(32)

    expect(statusesOf(await one.payments())).toEqual(['SETTLING', 'DECLINED'])
    expect(await one.subscription()).toMatchObject({ status: 'past_due' })
  })

  test(
    'an unknown code declines four methods; from the fifth method on, renewals are deferred and no subscription ends',
    { timeout: 180_000 },
    async () => {
      const subscribers = []
      for (let count = 0; count < 7; count += 1) subscribers.push(await subscriber())
      const before = deferredCountOf(await readBacklog(service.database.db), 'renewal').deferred
      for (const { customerId } of subscribers)
        fake.faults.fail(create, { code: 'made_tomorrow' }, 100, await methodOf(customerId))

      await moveDays(32)
      const renewals = await Promise.all(subscribers.map(async ({ payments }) => (await payments())[1]?.payment_status))
      const deferred = deferredCountOf(await readBacklog(service.database.db), 'renewal').deferred - before
      for (let times = 0; times < 9; times += 1) await moveDays(4)
      const states = await Promise.all(subscribers.map(async ({ subscription }) => (await subscription()).status))
      while (fake.faults.next(create) !== undefined);
      await moveDays(2)
      const after = await Promise.all(subscribers.map(async ({ subscription }) => (await subscription()).status))

      expect(renewals.toSorted()).toEqual([...Array(4).fill('DECLINED'), ...Array(3).fill('FAILED')])
      // Three renewals are deferred. The other four have been retried by then, and may also be deferred.
      expect(deferred).toBeGreaterThanOrEqual(3)
      expect(states.toSorted()).toEqual([...Array(3).fill('active'), ...Array(4).fill('past_due')])
      expect(after).toEqual(Array(7).fill('active'))
    },
  )

  test.each([
    ['of another account', () => foreign.addMethod('pm_card_visa')],
    ['that Stripe never made', () => 'pm_nobody'],
    ['that is not a token', () => '../customers/cus_1'],
    ['of a customer’s stored method', async () => methodOf((await subscriber()).customerId)],
  ])('a token %s is refused, and nothing is charged', async (_, token) => {
    const processor_token = await token()
    const shopper = await aBuyer(service, String((await createPlan(service, aMonthlyPlan())).id))
    const made = fake.books.paymentIntents.size

    const details = { processor_token, connection: 'con_stripe' }
    const { status, body } = await shopper.pay({}, { payment_method: { type: 'CARD', details } })

    expect([status, body.error?.code]).toEqual([400, 'card_token_invalid'])
    expect(fake.books.paymentIntents.size).toBe(made)
  })

  test('a token that any session has used before is refused, even if it was declined there', async () => {
    const pay = async (processor_token: string) => {
      const shopper = await aBuyer(service, String((await createPlan(service, aMonthlyPlan())).id))
      const details = { processor_token, connection: 'con_stripe' }
      return shopper.pay({}, { payment_method: { type: 'CARD', details } })
    }
    const tokens = ['pm_card_visa', 'pm_card_chargeDeclined'].map((like) => fake.addMethod(like))
    const first = [await pay(tokens[0]!), await pay(tokens[1]!)]
    const made = fake.books.paymentIntents.size

    const again = [await pay(tokens[0]!), await pay(tokens[1]!)]

    expect(first.map(({ body }) => body.payment_status)).toEqual(['SETTLING', 'DECLINED'])
    expect(again.map(({ status, body }) => [status, body.error?.code])).toEqual([
      [400, 'card_token_invalid'],
      [400, 'card_token_invalid'],
    ])
    expect(fake.books.paymentIntents.size).toBe(made)
  })
})
