import { afterEach, expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { type RunningService, startService } from '../../support/services/running-service.ts'
import { aMonthlyPlan, anEmail, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'

describeUsualDatabase('a subscription without a payment method whose next period costs money', (open) => {
  let service: RunningService
  afterEach(() => service.close())

  const trial = { trial_interval: 'days', trial_interval_count: 14 }
  const free = { price: { default: { amount: 0, currency: 'EUR' }, countries: [] } }

  const start = async (plan: object, settings: object = {}, members: object = {}) => {
    service = await startService(await open(), { settings })
    await moveClock(service, '2027-04-01T10:00:00Z')
    const { id: customerId } = (await service.send('POST', '/customers', { body: { email: anEmail() } })).body
    const { id: planId } = await createPlan(service, aMonthlyPlan(plan))
    const { body } = await service.send('POST', '/subscriptions', {
      body: { customer: { id: customerId }, plan: { id: planId }, ...members },
    })
    return { customerId, id: body.id as string }
  }
  const subscriptionOf = async (id: string) => (await service.send('GET', `/subscriptions/${id}`)).body
  const paymentsOf = async (id: string) =>
    (await service.send('GET', `/payments?payment_status_set=${id}&order=asc`)).body.data
  const eventsOf = async (id: string): Promise<string[]> =>
    (await service.send('GET', '/events?limit=1000')).body.data
      .filter((event: { data: { object: { id: string } } }) => event.data.object.id === id)
      .map((event: { created_at: string; type: string }) => `${event.created_at.slice(0, 10)} ${event.type}`)

  test('ends with its trial, and the checkout restarts it with a charge', async () => {
    const { id, customerId } = await start(trial)

    await moveClock(service, '2027-05-20T10:00:00Z')

    expect(await subscriptionOf(id)).toMatchObject({ status: 'cancelled', next_billing_date: null })
    expect(await paymentsOf(id)).toMatchObject([{ amount: 0 }])
    expect((await eventsOf(id)).at(-1)).toBe('2027-04-15 subscription.cancelled')

    const shopper = await aShopper(service, { customer: { id: customerId }, subscription: { id } })
    const { body: seen } = await shopper.look()
    const { body: paid } = await shopper.pay({ exp_year: 2090 })

    expect(seen.purpose).toBe('recover')
    expect(paid).toMatchObject({ amount: 999, payment_status: 'SETTLING', subscription: { id, status: 'active' } })
  })

  test('is past due if the merchant has set that; events request a method on days 0, 3 and 7, and no charge is tried', async () => {
    const { id } = await start(trial, { trial_end_without_method: 'past_due' })

    await moveClock(service, '2027-04-30T10:00:00Z')

    expect(await subscriptionOf(id)).toMatchObject({
      status: 'past_due',
      next_billing_date: null,
      past_due: { attempt_count: 0 },
    })
    expect((await eventsOf(id)).slice(2)).toEqual([
      '2027-04-15 subscription.past_due',
      '2027-04-15 subscription.payment_method_missing',
      '2027-04-18 subscription.payment_method_missing',
      '2027-04-22 subscription.payment_method_missing',
    ])
    expect(await paymentsOf(id)).toHaveLength(1)

    await moveClock(service, '2027-05-15T11:00:00Z')

    expect(await subscriptionOf(id)).toMatchObject({ status: 'cancelled' })
    expect(await paymentsOf(id)).toHaveLength(1)
  })

  test('gets the same requests for a method if its plan changes while it is past due', async () => {
    const { id } = await start(trial, { trial_end_without_method: 'past_due' })
    await moveClock(service, '2027-04-16T10:00:00Z')
    const { id: dearer } = await createPlan(service, aMonthlyPlan({ name: 'Dearer' }))
    const changed = await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id }, plan: { id: dearer } },
    })
    await moveClock(service, '2027-04-23T10:00:00Z')

    expect(changed.status).toBe(200)
    expect(await subscriptionOf(id)).toMatchObject({ status: 'past_due', plan: { id: dearer } })
    expect((await eventsOf(id)).filter((event) => event.endsWith('payment_method_missing'))).toEqual([
      '2027-04-15 subscription.payment_method_missing',
      '2027-04-18 subscription.payment_method_missing',
      '2027-04-22 subscription.payment_method_missing',
    ])
  })

  test('is charged at once when its customer adds a method while it is past due, and no event follows', async () => {
    const { id, customerId } = await start(trial, { trial_end_without_method: 'past_due' })
    await moveClock(service, '2027-04-16T10:00:00Z')
    const { id: book } = await createPlan(service, {
      ...aMonthlyPlan(),
      type: 'one-off',
      interval: null,
      interval_count: null,
    })
    const buyer = await aShopper(service, { customer: { id: customerId }, plan: { id: book } })
    const { body: bought } = await buyer.pay({ exp_year: 2090 }, { store: true })

    await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id, payment_method_id: bought.payment_method.id } },
    })
    await moveClock(service, 'PT1M')
    const paid = await subscriptionOf(id)
    await moveClock(service, '2027-04-30T10:00:00Z')

    expect(paid).toMatchObject({ status: 'active', current_period_start: expect.stringContaining('2027-04-15') })
    expect(await paymentsOf(id)).toMatchObject([{ amount: 0 }, { amount: 999, payment_status: 'SETTLED' }])
    expect((await eventsOf(id)).filter((event) => event.endsWith('payment_method_missing'))).toHaveLength(1)
  })

  test.each(['cancel', 'past_due'])('renews if a method was added in the trial, with %s', async (setting) => {
    const { id, customerId } = await start(trial, { trial_end_without_method: setting })
    const shopper = await aShopper(service, { customer: { id: customerId }, subscription: { id } })
    await shopper.pay({ exp_year: 2090 })

    await moveClock(service, '2027-04-15T11:00:00Z')

    expect(await subscriptionOf(id)).toMatchObject({ status: 'active', past_due: null })
    expect((await paymentsOf(id)).at(-1)).toMatchObject({ amount: 999, payment_type: 'MIT' })
  })

  test('continues while a discount makes it free, and ends when the discount does', async () => {
    const { id } = await start(trial)
    await service.send('POST', `/subscriptions/cancel/${id}`)
    const discount = { name: 'Two months', percent_off: 100, duration: 'periods', periods: 2 }
    const { id: discountId } = (await service.send('POST', '/discounts', { body: discount })).body
    const { id: customerId } = (await service.send('POST', '/customers', { body: { email: anEmail() } })).body
    const { id: planId } = await createPlan(service, aMonthlyPlan(trial))
    const { body: discounted } = await service.send('POST', '/subscriptions', {
      body: { customer: { id: customerId }, plan: { id: planId }, discount: { id: discountId } },
    })

    await moveClock(service, '2027-06-01T10:00:00Z')
    const inSecondMonth = await subscriptionOf(discounted.id)
    await moveClock(service, '2027-06-20T10:00:00Z')

    expect(inSecondMonth).toMatchObject({
      status: 'active',
      current_period_start: expect.stringContaining('2027-05-15T10:00:00'),
    })
    expect(await paymentsOf(discounted.id)).toHaveLength(1)
    expect((await eventsOf(discounted.id)).at(-1)).toBe('2027-06-15 subscription.cancelled')
  })

  test('continues while its price is 0, and ends when a change to a paid plan takes effect', async () => {
    const { id } = await start(free)
    await moveClock(service, '2027-06-01T11:00:00Z')
    const { id: dearer } = await createPlan(service, aMonthlyPlan())
    const changed = await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id, proration_billing_mode: 'at_period_end' }, plan: { id: dearer } },
    })
    const renewed = await subscriptionOf(id)
    await moveClock(service, '2027-07-02T11:00:00Z')

    expect(changed.status).toBe(200)
    expect(renewed).toMatchObject({
      status: 'active',
      current_period_start: expect.stringContaining('2027-06-01T10:00:00'),
    })
    expect(await subscriptionOf(id)).toMatchObject({ status: 'cancelled' })
    expect(await paymentsOf(id)).toHaveLength(1)
  })

  test('is charged like any other for a change to a paid plan, and may return to 0', async () => {
    const { id, customerId } = await start(free)
    const { plan } = await subscriptionOf(id)
    const { id: dearer } = await createPlan(service, aMonthlyPlan())
    const members = { customer: { id: customerId }, subscription: { id }, plan: { id: dearer } }
    const { body: paid } = await (await aShopper(service, members)).pay({ exp_year: 2090 })
    await moveClock(service, '2027-05-02T10:00:00Z')
    const back = await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id, proration_billing_mode: 'at_period_end' }, plan: { id: plan.id } },
    })
    await moveClock(service, '2027-08-02T10:00:00Z')

    expect(paid).toMatchObject({ amount: 999, payment_status: 'SETTLING' })
    expect(back.status).toBe(200)
    expect(await subscriptionOf(id)).toMatchObject({ status: 'active', plan: { id: plan.id } })
    expect((await paymentsOf(id)).map(({ amount }: { amount: number }) => amount)).toEqual([0, 999, 999])
  })
})
