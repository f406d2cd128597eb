import { stripeProcessor } from '@billing-checkout/stripe'
import { accountOptionsOf, clientOfFake, type FakeStripe, startFakeStripe } from '@billing-checkout/stripe/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { withHostedFields } from '../../support/stripe/hosted-fields.ts'
import { aMonthlyPlan, anEmail, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const day = 24 * 3600 * 1000

/** The members of a payment that these tests read. */
interface Paid {
  readonly payment_status: string
}

describeUsualDatabase('a shopper whose cards are stored at Stripe, as its fake plays it,', (open) => {
  let fake: FakeStripe
  beforeAll(async () => {
    fake = await startFakeStripe({ limits: null })
  })
  afterAll(() => fake.close())
  const service = useService(open, () => ({
    // Real pauses: without them, a payment that waits for another one would use up its tries before the test releases that other payment.
    processor: withHostedFields(stripeProcessor(accountOptionsOf(fake, { environment: {} }))),
  }))
  const move = (to: Date) => moveClock(service, to.toISOString())
  /** The ids of our customer's records at Stripe. */
  const customersOf = (customerId: string) =>
    [...fake.books.customers.values()]
      .filter(({ metadata }) => metadata['bc_customer'] === customerId)
      .map(({ id }) => id)
  /** The methods at the fake of Stripe that a customer of ours has stored, and our tokens of these methods as text. */
  const methodsOf = async (customerId: string) => {
    const { body } = await service.send('GET', `/customers/${customerId}`)
    const tokens = JSON.stringify(
      await service.database.db
        .selectFrom('paymentMethods')
        .select('processorToken')
        .where('customerId', '=', body.id)
        .execute(),
    )
    return { cards: [...fake.books.methods.values()].filter(({ shown }) => tokens.includes(shown.id)), tokens }
  }

  test('a shopper gets one customer at Stripe, even if their first two payments run at the same time', async () => {
    const { body: customer } = await service.send('POST', '/customers', { body: { email: anEmail() } })
    const shoppers = await Promise.all(
      ['Reader', 'Writer'].map(async (name) => {
        const { id } = await createPlan(service, aMonthlyPlan({ name }))
        return aShopper(service, { customer: { id: customer.id }, plan: { id } })
      }),
    )
    const held = fake.faults.hold('POST /v1/customers')

    const first = shoppers[0]!.pay()
    await held.arrived
    const second = shoppers[1]!.pay()
    await expect.poll(() => fake.requests.filter(({ status }) => status === 409).length).toBeGreaterThan(0)
    held.release()
    const paid = await Promise.all([first, second])
    const { cards } = await methodsOf(customer.id)

    expect(paid.map(({ body }) => body.payment_status)).toEqual(['SETTLING', 'SETTLING'])
    expect(customersOf(customer.id)).toHaveLength(1)
    expect(new Set(cards.map(({ shown }) => shown.customer))).toEqual(new Set(customersOf(customer.id)))
  })

  test('a customer who was deleted at Stripe makes only that payment fail, and buys again as a new one', async () => {
    const { subscription, payments, customerId } = await aSubscriber(service, aMonthlyPlan())
    const { body: clock } = await service.send('GET', '/sandbox/clock')
    const [gone] = customersOf(customerId)
    await clientOfFake(fake).customers.del(String(gone))

    await move(new Date(new Date(clock.now).getTime() + 40 * day))
    const refused = (await payments()).filter((payment: Paid) => payment.payment_status === 'DECLINED')
    const { id } = await createPlan(service, aMonthlyPlan({ name: 'Writer' }))
    const again = await (await aShopper(service, { customer: { id: customerId }, plan: { id } })).pay()

    expect(refused).toHaveLength(1)
    expect(refused[0].status_reason.status_reason).toMatchObject({
      decline_code: 'card_declined',
      advice_code: 'do_not_try_again',
    })
    expect(await subscription()).toMatchObject({ status: 'past_due' })
    expect(again.body.payment_status).toBe('SETTLING')
    expect(customersOf(customerId)).toEqual([expect.not.stringMatching(String(gone))])
  })

  test('the issuer’s advice never to try again wins over what its decline code usually means', async () => {
    const { subscription, payments, customerId } = await aSubscriber(service, aMonthlyPlan())
    const { body: clock } = await service.send('GET', '/sandbox/clock')
    const { cards } = await methodsOf(customerId)
    for (const kept of cards) {
      const decline = { code: 'card_declined', decline_code: 'insufficient_funds', advice: 'do_not_try_again' }
      Object.assign(kept, { behavior: { ...kept.behavior, decline: { ...decline, message: 'No.' } } })
    }

    await move(new Date(new Date(clock.now).getTime() + 40 * day))

    const [declined, ...others] = (await payments()).filter((payment: Paid) => payment.payment_status === 'DECLINED')
    expect(others).toEqual([])
    expect(declined.status_reason.status_reason).toMatchObject({
      decline_code: 'insufficient_funds',
      advice_code: 'do_not_try_again',
    })
    expect(await subscription()).toMatchObject({ status: 'past_due' })
  })
})
