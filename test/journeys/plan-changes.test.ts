import { beforeAll, expect, test } from 'vitest'
import { describeUsualDatabase } from '../support/databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan, aReceipt } from '../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../support/stories/subscriber.ts'
import { useService } from '../support/services/use-service.ts'

// April and June both have thirty days, so half of one period costs as much as half of the other.

/** The published test card that is approved now and declined at every later charge. */
const declinesLater = '4000000000000341'

describeUsualDatabase('plan changes that are billed later', (open) => {
  let cheap: { readonly id: string }
  let dear: { readonly id: string }
  const service = useService(open)
  beforeAll(async () => {
    cheap = await aPlan('Cheap', 3000)
    dear = await aPlan('Dear', 6000)
  })

  const aPlan = (name: string, amount: number, more: object = {}) =>
    createPlan(
      service,
      aMonthlyPlan({
        name,
        interval: 'days',
        interval_count: 30,
        price: { default: { amount, currency: 'EUR' }, countries: [] },
        ...more,
      }),
    )
  type Subscriber = Awaited<ReturnType<typeof aSubscriber>>
  const subscribed = (amount: number, more: object = {}, number = '4242424242424242') =>
    aSubscriber(
      service,
      {
        ...aMonthlyPlan({ name: 'First', interval: 'days', interval_count: 30 }),
        price: { default: { amount, currency: 'EUR' }, countries: [] },
        ...more,
      },
      { number },
    )
  const throughThePeriod = async (subscriber: Subscriber, share: number) => {
    const { current_period_start: start, current_period_end: end } = await subscriber.subscription()
    await moveClock(service, new Date(Date.parse(start) + (Date.parse(end) - Date.parse(start)) * share).toISOString())
  }
  /** Opens the checkout of a change and completes it, with a payment if something is due. */
  const change = async (subscriber: Subscriber, planId: string, mode: string) => {
    const shopper = await aShopper(service, {
      customer: { id: subscriber.customerId },
      subscription: { id: subscriber.id, proration_billing_mode: mode },
      plan: { id: planId },
    })
    const { body: checkout } = await shopper.look()
    const { due_now: due, hash } = checkout.quote
    if (due.amount > 0) return { quote: checkout.quote, answer: await shopper.pay({ exp_year: 2090 }) }
    const answer = await service.send('PATCH', '/subscriptions', {
      key: checkout.client_token,
      body: {
        subscription: { id: subscriber.id },
        plan: { id: planId },
        expected: { ...due, quote: hash },
        consent: aReceipt(checkout),
      },
    })
    return { quote: checkout.quote, answer }
  }
  const amounts = async (subscriber: Subscriber) =>
    (await subscriber.payments()).map((payment: { amount: number }) => payment.amount)
  const near = (amount: number) => expect.closeTo(amount, -0.5)

  test('charge the more expensive half of a period with the next charge', async () => {
    const subscriber = await subscribed(3000)
    await throughThePeriod(subscriber, 0.5)

    await change(subscriber, dear.id, 'prorated_next_billing_period')
    await moveClock(service, 'P40D')

    expect(await amounts(subscriber)).toEqual([3000, near(6000 + 1500)])
  })

  test('charge only the used time if a customer changes there and back within a period', async () => {
    const subscriber = await subscribed(6000)
    await throughThePeriod(subscriber, 0.5)
    await change(subscriber, cheap.id, 'prorated_next_billing_period')
    await throughThePeriod(subscriber, 0.75)
    await change(subscriber, dear.id, 'prorated_next_billing_period')

    await moveClock(service, 'P20D')

    // For a quarter of the period, the subscription is on the plan that is 3000 cheaper, which saves 750.
    expect(await amounts(subscriber)).toEqual([6000, near(6000 - 750)])
  })

  test('are settled by an immediate change after them, which credits nothing twice', async () => {
    const subscriber = await subscribed(6000)
    await throughThePeriod(subscriber, 0.5)
    await change(subscriber, cheap.id, 'prorated_next_billing_period')

    const { quote } = await change(subscriber, dear.id, 'prorated_immediately')

    // Half of the paid 6000 is used. The other half lowers the price of the new cycle.
    expect(quote.due_now.amount).toEqual(near(6000 - 3000))
    expect(quote.next_charge.amount).toBe(6000)
  })

  test('have their surcharge collected by the next charge, even if that is a full change', async () => {
    const subscriber = await subscribed(3000)
    await throughThePeriod(subscriber, 0.5)
    await change(subscriber, dear.id, 'prorated_next_billing_period')

    const { quote, answer } = await change(subscriber, cheap.id, 'full_immediately')

    expect(quote.lines).toMatchObject([
      { kind: 'plan', amount: 3000 },
      { kind: 'surcharge', amount: near(1500) },
    ])
    expect(answer.body).toMatchObject({ amount: quote.due_now.amount, payment_status: 'SETTLING' })
    expect((await subscriber.row()).balanceAmount).toBe(0)
  })

  test('have an uncharged surcharge paid at the recovery checkout, once', async () => {
    const subscriber = await subscribed(3000, {}, declinesLater)
    await throughThePeriod(subscriber, 0.5)
    await change(subscriber, dear.id, 'prorated_next_billing_period')
    await moveClock(service, 'P15DT12H')

    const shopper = await aShopper(service, { subscription: { id: subscriber.id } })
    const { body: checkout } = await shopper.look()
    const { body: paid } = await shopper.pay({ exp_year: 2090 })
    await moveClock(service, 'P31D')

    expect(checkout).toMatchObject({ purpose: 'recover', quote: { due_now: { amount: near(7500) } } })
    expect(paid).toMatchObject({ amount: checkout.quote.due_now.amount, subscription: { status: 'active' } })
    expect((await amounts(subscriber)).slice(2)).toEqual([paid.amount, 6000])
  })

  test('charge nothing for the trial if made during a free trial', async () => {
    const subscriber = await subscribed(3000, { trial_interval: 'days', trial_interval_count: 20 })
    await throughThePeriod(subscriber, 0.5)

    const { quote } = await change(subscriber, dear.id, 'prorated_next_billing_period')
    await moveClock(service, 'P11D')

    expect(quote.next_charge.amount).toBe(6000)
    expect(await amounts(subscriber)).toEqual([0, 6000])
  })
})
