import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, anEmail, aReceipt, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase('a plan whose price is 0, now and at every renewal', (open) => {
  const service = useService(open)

  const free = (more: object = {}) =>
    createPlan(service, aMonthlyPlan({ price: { default: { amount: 0, currency: 'EUR' }, countries: [] }, ...more }))
  const payWithoutMethod = async (members: object) => {
    const shopper = await aShopper(service, members)
    const { body: seen } = await shopper.look()
    const paid = await service.send('POST', '/payments', {
      key: seen.client_token,
      body: { expected: { ...seen.quote.due_now, quote: seen.quote.hash }, consent: aReceipt(seen) },
    })
    return { seen, paid, shopper }
  }
  const callsOf = (paymentId: string) =>
    service.database.db.selectFrom('attempts').select('id').where('paymentId', '=', paymentId).execute()

  test('is sold at the checkout without a method, and calls no processor', async () => {
    const { seen, paid, shopper } = await payWithoutMethod({
      customer: { email: anEmail() },
      plan: { id: (await free()).id },
    })

    expect(seen.refusal).toBeNull()
    expect(paid).toMatchObject({
      status: 200,
      body: { amount: 0, payment_status: 'SETTLING', payment_method: null, subscription: { status: 'active' } },
    })
    expect(await callsOf(paid.body.id)).toEqual([])
    expect((await shopper.look()).body.phase).toBe('completed')

    await moveClock(service, 'P2D')

    expect((await service.send('GET', `/payments/${paid.body.id}`)).body).toMatchObject({ payment_status: 'SETTLED' })
  })

  test('is sold without a method also if it has a free trial', async () => {
    const plan = await free({ trial_interval: 'days', trial_interval_count: 7 })

    const { seen, paid } = await payWithoutMethod({ customer: { email: anEmail() }, plan: { id: plan.id } })

    expect(seen.refusal).toBeNull()
    expect(paid).toMatchObject({ status: 200, body: { amount: 0, payment_method: null } })
  })

  test('is started by a merchant for a customer without a method', async () => {
    const { body: customer } = await service.send('POST', '/customers', { body: { email: anEmail() } })
    const plan = await free()
    const body = { customer: { id: customer.id }, plan: { id: plan.id } }

    const paid = await service.send('POST', '/payments', { body, headers: { 'idempotency-key': customer.id } })
    const again = await service.send('POST', '/payments', { body, headers: { 'idempotency-key': customer.id } })
    const second = await service.send('POST', '/payments', { body })

    expect(paid).toMatchObject({ status: 200, body: { amount: 0, subscription: { status: 'active' } } })
    expect(again.body.id).toBe(paid.body.id)
    expect(second.body.error).toMatchObject({ code: 'already_subscribed' })
  })

  test('renews without a payment, with a new period and an event', async () => {
    const { paid } = await payWithoutMethod({ customer: { email: anEmail() }, plan: { id: (await free()).id } })
    const { id, next_billing_date: due } = paid.body.subscription

    await moveClock(service, due)

    const { body: subscription } = await service.send('GET', `/subscriptions/${id}`)
    expect(subscription).toMatchObject({ status: 'active', current_period_start: due })
    expect((await service.send('GET', `/payments?payment_status_set=${id}`)).body.data).toHaveLength(1)
  })

  test('stores a card that the shopper sends anyway', async () => {
    const shopper = await aShopper(service, { customer: { email: anEmail() }, plan: { id: (await free()).id } })

    const { body } = await shopper.pay()

    expect(body).toMatchObject({ amount: 0, payment_method: { type: 'CARD' } })
    expect((await service.send('GET', `/customers/${body.customer.id}`)).body.payment_methods).toHaveLength(1)
  })

  test.each([
    ['a plan with a price', {}],
    ['a free trial of a plan with a price', { trial_interval: 'days', trial_interval_count: 7 }],
  ])('differs from %s, which needs a method', async (_, more) => {
    const plan = await createPlan(service, aMonthlyPlan(more))

    const { paid } = await payWithoutMethod({ customer: { email: anEmail() }, plan: { id: plan.id } })

    expect(paid.body.error).toMatchObject({ code: 'payment_method_required' })
  })

  test('charges nothing if the request expects another price, and answers amount_changed', async () => {
    const shopper = await aShopper(service, { customer: { email: anEmail() }, plan: { id: (await free()).id } })
    const { body: seen } = await shopper.look()

    const { body } = await service.send('POST', '/payments', {
      key: seen.client_token,
      body: { expected: { amount: 100, currency: 'EUR', quote: seen.quote.hash }, consent: aReceipt(seen) },
    })

    expect(body.error).toMatchObject({ code: 'amount_changed' })
  })
})
