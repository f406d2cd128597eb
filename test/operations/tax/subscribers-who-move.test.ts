import { expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aScriptedCalculator, registrations } from '../../support/processors/scripted-taxes.ts'
import { aMonthlyPlan, aShopper, createPlan, aReceipt } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

// The tax is 19 % everywhere: added to the price in DE, included in it in FR and JP.
describeUsualDatabase('subscribers who move', (open) => {
  let emails = 0
  const service = useService(open, { taxes: aScriptedCalculator(), settings: { tax_registrations: registrations } })

  const aPlan = (amount: number, name = 'Library', countries: readonly object[] = []) =>
    createPlan(
      service,
      aMonthlyPlan({
        name,
        interval: 'days',
        interval_count: 30,
        price: { default: { amount, currency: 'EUR' }, countries },
      }),
    )
  const aSubscriberIn = async (country: string | null, amount: number) => {
    const plan = await aPlan(amount, 'Reader')
    const email = `moving${++emails}@example.com`
    const shopper = await aShopper(service, { customer: { email, ...(country && { country }) }, plan: { id: plan.id } })
    if (country === null) {
      const { body: checkout } = await shopper.look()
      // The shopper states this place for tax only, so it selects no price.
      const place = { country: 'DE' }
      await service.send('PATCH', `/checkout/${shopper.sessionId}`, { key: checkout.client_token, body: place })
    }
    const { body: payment } = await shopper.pay({ exp_year: 2090 })
    const id: string = payment.subscription.id
    const rows = () => service.database.db.selectFrom('subscriptions').selectAll().where('id', '=', id)
    return { id, customerId: payment.customer.id as string, payment, row: () => rows().executeTakeFirstOrThrow() }
  }
  type Subscriber = Awaited<ReturnType<typeof aSubscriberIn>>
  const aChange = (subscriber: Subscriber, country: string, plan: { readonly id: string }, mode?: string) =>
    aShopper(service, {
      customer: { id: subscriber.customerId, country },
      subscription: { id: subscriber.id, ...(mode && { proration_billing_mode: mode }) },
      plan: { id: plan.id },
    })
  const changeFreely = async (
    subscriber: Subscriber,
    country: string,
    plan: { readonly id: string },
    mode?: string,
  ) => {
    const shopper = await aChange(subscriber, country, plan, mode)
    const { body: checkout } = await shopper.look()
    const { status, body } = await service.send('PATCH', '/subscriptions', {
      key: checkout.client_token,
      body: {
        subscription: { id: subscriber.id },
        plan: { id: plan.id },
        expected: { ...checkout.quote.due_now, quote: checkout.quote.hash },
        consent: aReceipt(checkout),
      },
    })
    if (status !== 200) throw new Error(`Not changed: ${JSON.stringify(body)}`)
    return checkout
  }
  /** Tolerates a small difference, because some seconds of thirty days may have passed. */
  const near = (amount: number) => expect.closeTo(amount, -0.5)

  test('money paid with the tax included is worth its net if tax is added now', async () => {
    const subscriber = await aSubscriberIn('FR', 1190)

    const shopper = await aChange(subscriber, 'DE', await aPlan(5000))
    const { body: checkout } = await shopper.look()
    const { body: paid } = await shopper.pay({ exp_year: 2090 })

    expect(subscriber.payment).toMatchObject({ amount: 1190, tax: { amount_tax: 190, behavior: 'inclusive' } })
    expect(checkout.quote.subtotal).toEqual(near(5000 - 1000))
    expect(paid).toMatchObject({ amount: near(4760), tax: { behavior: 'exclusive' } })
    expect(await subscriber.row()).toMatchObject({
      periodCostAmount: 5000,
      creditEntries: [{ source: { kind: 'payment', id: subscriber.payment.id }, minor: near(1000) }],
      paidTax: { rate: '0.19', behavior: 'exclusive' },
    })
  })

  test('money paid with added tax is worth its gross if prices include tax now', async () => {
    const subscriber = await aSubscriberIn('DE', 1000)

    const { body: checkout } = await (await aChange(subscriber, 'FR', await aPlan(5000))).look()

    expect(subscriber.payment).toMatchObject({ amount: 1190, tax: { behavior: 'exclusive' } })
    expect(checkout.quote).toMatchObject({ due_now: { amount: near(5000 - 1190) }, tax: { behavior: 'inclusive' } })
  })

  test('credit from a price with included tax is worth its net to a renewal with added tax', async () => {
    const subscriber = await aSubscriberIn('FR', 1190)
    const cheap = await aPlan(119)
    await changeFreely(subscriber, 'FR', cheap)
    const left = await subscriber.row()
    const mover = await aShopper(service, {
      customer: { id: subscriber.customerId, country: 'DE' },
      subscription: { id: subscriber.id },
    })
    const { body: shown } = await mover.look()
    await mover.pay({ exp_year: 2090 })

    await moveClock(service, left.currentPeriodEnd)

    expect(left.balanceAmount).toEqual(near(1190 - 119))
    expect(shown.quote.next_charge.amount).toBe(0)
    expect(await subscriber.row()).toMatchObject({
      currentPeriodStart: left.currentPeriodEnd,
      balanceAmount: near(900 - 119),
      creditEntries: [{ source: { kind: 'payment', id: subscriber.payment.id }, minor: near(900) }],
    })
  })

  test('a refund takes its net from credit that is counted net', async () => {
    const subscriber = await aSubscriberIn('FR', 1190)
    const plan = await aPlan(1000)
    await changeFreely(subscriber, 'DE', plan, 'prorated_next_billing_period')
    const before = await subscriber.row()

    await moveClock(service, 'P2D')
    await service.send('POST', `/payments/refund/${subscriber.payment.id}`, { body: { amount: 119 } })

    expect(before).toMatchObject({ periodCostAmount: 1000, balanceAmount: near(0) })
    expect(await subscriber.row()).toMatchObject({ periodCostAmount: 1000, balanceAmount: near(-100) })
  })

  const inYen = [{ countries: ['JP'], price: { amount: 150_000, currency: 'JPY' } }]

  test.each([
    ['who moves to a country with another currency', 'DE'],
    ['who gives a first country later', null],
  ])('a subscriber %s keeps currency and choice of plans', async (_, country) => {
    const subscriber = await aSubscriberIn(country, 1000)
    const plan = await aPlan(2000, 'Library', inYen)

    const { body: checkout } = await (await aChange(subscriber, 'JP', plan, 'do_not_bill')).look()
    await changeFreely(subscriber, 'JP', await aPlan(3000, 'Archive', inYen), 'do_not_bill')
    const body = { subscription: { id: subscriber.id }, plan: { id: plan.id } }
    const preview = await service.send('POST', '/subscriptions/preview', { body })
    const changed = await service.send('PATCH', '/subscriptions', { body })

    expect(checkout.quote.recurring).toMatchObject({ amount: 2000, currency: 'EUR' })
    expect(preview.body.quote.recurring).toMatchObject({ amount: 2000, currency: 'EUR' })
    expect(changed).toMatchObject({ status: 200, body: { plan: { id: plan.id } } })
    expect(await subscriber.row()).toMatchObject({ priceAmount: 2000, priceCurrency: 'EUR' })
  })

  test('a customer who subscribes again after a move pays the price of the new country', async () => {
    const subscriber = await aSubscriberIn('DE', 1000)
    const plan = await aPlan(2000, 'Library', inYen)

    const anew = await aShopper(service, {
      customer: { id: subscriber.customerId, country: 'JP' },
      plan: { id: plan.id },
    })

    expect((await anew.look()).body.quote.recurring).toMatchObject({ amount: 150_000, currency: 'JPY' })
  })
})
