import { stripeProcessor } from '@billing-checkout/stripe'
import {
  accountOptionsOf,
  clientOfFake,
  type FakeStripe,
  signNotification,
  startFakeStripe,
} from '@billing-checkout/stripe/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDueWork } from '#server/billing/due-work/kinds.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { withHostedFields } from '../../support/stripe/hosted-fields.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const retrieve = 'GET /v1/payment_methods/:id'
const secret = 'whsec_of_the_tests'
const replaced = { last4: '1881', exp_month: 7, exp_year: 2039 }

describeUsualDatabase('a card that its bank replaces, at Stripe’s fake,', (open) => {
  let fake: FakeStripe
  beforeAll(async () => {
    fake = await startFakeStripe({ limits: null })
  })
  afterAll(() => fake.close())
  const service = useService(open, () => ({
    processor: withHostedFields(
      stripeProcessor(
        accountOptionsOf(fake, {
          notificationSecrets: [{ secret, goodUntil: null }],
        }),
      ),
    ),
  }))

  /** A subscriber whose card Stripe's fields stored, and the card's id at Stripe. */
  const aStoredCard = async () => {
    const { body: plan } = await service.send('POST', '/plans', { body: aMonthlyPlan() })
    const subscriber = await aSubscriber(service, { id: plan.id })
    const { processorToken } = await service.database.db
      .selectFrom('paymentMethods')
      .select('processorToken')
      .where('customerId', '=', subscriber.customerId)
      .executeTakeFirstOrThrow()
    const method = async () =>
      (await service.send('GET', `/customers/${subscriber.customerId}`)).body.payment_methods[0]?.details
    return { ...subscriber, method, id: processorToken.split('/')[1]! }
  }
  const latestEvent = () => [...fake.books.events.values()].at(-1)!
  const deliver = async (event: object = latestEvent()) => {
    const body = JSON.stringify(event)
    const headers = { 'stripe-signature': signNotification(body, secret, Math.floor(Date.now() / 1000)) }
    const path = `${service.url}/connections/con_stripe/notifications`
    return (await fetch(path, { method: 'POST', headers, body })).status
  }
  const work = () => runDueWork(service.billing, { concurrency: 1, isClockMoving: false })
  const changesOf = async (customerId: string) => {
    const { body } = await service.send('GET', '/events?type=customer.updated&limit=1000')
    return body.data.filter((event: { data: { object: { id: string } } }) => event.data.object.id === customerId)
  }

  test('is shown with its new digits, reported by one event, and charged as before; old payments show the old card', async () => {
    const { id, customerId, method, payments } = await aStoredCard()
    const before = await method()
    fake.replaceCard(id, replaced)

    const answered = [await deliver(), await deliver()]
    await work()
    const after = await method()
    await work()
    await moveClock(service, 'P32D')

    expect(before.last4).toBe('4242')
    expect(answered).toEqual([200, 200])
    expect(after).toMatchObject({ ...replaced, bin_data: { brand: 'visa' } })
    const told = await changesOf(customerId)
    expect(told).toMatchObject([{ data: { object: { payment_methods: [{ details: replaced }] } } }])
    const shown = (await payments()).map(
      (payment: { payment_method: { details: { last4: string } } }) => payment.payment_method.details.last4,
    )
    expect(shown).toEqual(['4242', '1881'])
  })

  test('is looked up, and no content of the notification is trusted', async () => {
    const { id, customerId, method } = await aStoredCard()
    fake.replaceCard(id, { exp_year: 2038 })
    const event = structuredClone(latestEvent()) as { data: { object: { card: { last4: string } } } }
    event.data.object.card.last4 = '6666'

    await deliver(event)
    await work()

    expect(await method()).toMatchObject({ last4: '4242', exp_year: 2038 })
    expect(await changesOf(customerId)).toHaveLength(1)
  })

  test('is looked up again the next day if Stripe does not answer', async () => {
    const { id, method } = await aStoredCard()
    fake.replaceCard(id, replaced)
    await deliver()
    fake.faults.fail(retrieve, 'error_before')
    await work()
    const meanwhile = await method()

    await moveClock(service, 'P2D')

    expect(meanwhile.last4).toBe('4242')
    expect(await method()).toMatchObject(replaced)
  })

  test('after it was detached here or at Stripe changes nothing', async () => {
    const [here, there] = [await aStoredCard(), await aStoredCard()]
    const { body: customer } = await service.send('GET', `/customers/${here.customerId}`)
    for (const { id } of [here, there]) {
      fake.replaceCard(id, replaced)
      const event = latestEvent()
      if (id === here.id) await service.send('DELETE', `/payment-methods/${customer.payment_methods[0].id}`)
      else await clientOfFake(fake).paymentMethods.detach(id)
      await deliver(event)
    }

    await work()

    expect(await changesOf(here.customerId)).toEqual([])
    expect(await there.method()).toMatchObject({ last4: '4242' })
    expect(await changesOf(there.customerId)).toEqual([])
  })
})
