import { beforeAll, expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan, aReceipt } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('previewSubscription', (open) => {
  const service = useService(open)
  beforeAll(async () => {
    await moveClock(service, '2027-04-01T10:00:00Z')
  })

  const aPlanAt = (amount: number, more: object = {}) =>
    createPlan(
      service,
      aMonthlyPlan({ name: 'Library', price: { default: { amount, currency: 'EUR' }, countries: [] }, ...more }),
    )
  const preview = (id: string, planId: string, mode?: string) =>
    service.send('POST', '/subscriptions/preview', {
      body: { subscription: { id, ...(mode && { proration_billing_mode: mode }) }, plan: { id: planId } },
    })
  /** A subscription with half of its period used, give or take the second that a test takes. */
  const aHalfUsedSubscription = async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const { current_period_start: start, current_period_end: end } = await subscriber.subscription()
    await moveClock(service, new Date((Date.parse(start) + Date.parse(end)) / 2).toISOString())
    return subscriber
  }

  test.each([
    ['prorated_immediately', { due: 2000 - 500, restarts: true, balance: 0 }],
    ['full_immediately', { due: 2000, restarts: true, balance: 0 }],
    ['do_not_bill', { due: 0, restarts: false, balance: 0 }],
    ['full_next_billing_period', { due: 0, restarts: false, balance: 0 }],
    ['prorated_next_billing_period', { due: 0, restarts: false, balance: 500 - 1000 }],
  ])('%s of a half-used period states what is due now and later', async (mode, { due, restarts, balance }) => {
    const subscriber = await aHalfUsedSubscription()
    const plan = await aPlanAt(2000)

    const { status, body } = await preview(subscriber.id, plan.id, mode)

    expect(status).toBe(200)
    expect(Math.abs(body.quote.due_now.amount - due)).toBeLessThanOrEqual(1)
    expect(body.restarts_cycle).toBe(restarts)
    // The remaining half is worth half of the price, however long the following month is.
    expect(Math.abs(body.balance - balance)).toBeLessThanOrEqual(1)
    expect(body.steps).toContainEqual({ text: 'Due now in EUR.', amount: body.quote.due_now.amount })
  })

  test('preview, session and charge agree to the minor unit', async () => {
    const subscriber = await aHalfUsedSubscription()
    const plan = await aPlanAt(2000)

    const { body } = await preview(subscriber.id, plan.id)
    const shopper = await aShopper(service, {
      subscription: { id: subscriber.id },
      plan: { id: plan.id },
      customer: { id: subscriber.customerId },
    })
    const checkout = await shopper.look()
    const paid = await shopper.pay({ exp_year: 2090 })

    expect(Math.abs(checkout.body.quote.due_now.amount - body.quote.due_now.amount)).toBeLessThanOrEqual(1)
    expect(paid.body).toMatchObject({ amount: checkout.body.quote.due_now.amount, payment_status: 'SETTLING' })
    expect((await subscriber.subscription()).plan.id).toBe(plan.id)
  })

  test('credit beyond the new price is kept, the cycle restarts, and later charges are lower', async () => {
    const subscriber = await aHalfUsedSubscription()
    const plan = await aPlanAt(100)

    const { body } = await preview(subscriber.id, plan.id)
    const shopper = await aShopper(service, {
      subscription: { id: subscriber.id },
      plan: { id: plan.id },
      customer: { id: subscriber.customerId },
    })
    const { body: checkout } = await shopper.look()
    const changed = await service.send('PATCH', '/subscriptions', {
      key: checkout.client_token,
      body: {
        subscription: { id: subscriber.id },
        plan: { id: plan.id },
        expected: { amount: 0, currency: 'EUR', quote: checkout.quote.hash },
        consent: aReceipt(checkout),
      },
    })
    await moveClock(service, 'P5M')

    expect(body).toMatchObject({ quote: { due_now: { amount: 0 } }, restarts_cycle: true })
    expect(Math.abs(body.balance - 400)).toBeLessThanOrEqual(1)
    expect(body.quote.lines).toContainEqual({ kind: 'kept', label: 'Reader', amount: body.balance })
    expect(changed.body.current_period_start > checkout.now.billing).toBe(true)
    const charged = (await subscriber.payments()).slice(1).map((payment: { amount: number }) => payment.amount)
    const total = charged.reduce((sum: number, amount: number) => sum + amount, 0)
    // A second of the period may have passed between the preview and the change.
    expect(Math.abs(total - (500 - body.balance))).toBeLessThanOrEqual(1)
  })

  test.each([
    ['a plan that does not exist', async () => 'price_00000000-0000-7000-8000-000000000000', 404, 'not_found'],
    [
      'a one-off plan',
      async () => (await aPlanAt(500, { type: 'one-off', interval: undefined, interval_count: undefined })).id,
      400,
      'invalid_parameter',
    ],
    [
      'a plan in another currency',
      async () =>
        (
          await createPlan(
            service,
            aMonthlyPlan({ price: { default: { amount: 999, currency: 'USD' }, countries: [] } }),
          )
        ).id,
      409,
      'currency_mismatch',
    ],
    [
      'an archived plan',
      async () => {
        const { id } = await aPlanAt(700)
        await service.send('PATCH', `/plans/${id}`, { body: { archived: true } })
        return id
      },
      400,
      'plan_archived',
    ],
    ['a difference too small to charge', async () => (await aPlanAt(1000)).id, 400, 'amount_below_minimum'],
  ])('%s is refused', async (_, planId, status, code) => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())

    expect(await preview(subscriber.id, await planId())).toMatchObject({ status, body: { error: { code } } })
  })
})
