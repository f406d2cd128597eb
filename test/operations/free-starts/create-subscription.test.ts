import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { discountsAt } from '../../support/stories/discounts.ts'
import { aMonthlyPlan, anEmail, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'

describeEachDatabase('subscriptions that start for free (createSubscription)', (open) => {
  const service = useService(open)
  const shop = discountsAt(service)

  const trial = { trial_interval: 'days', trial_interval_count: 14 }
  const aPlan = (more: object = {}) => createPlan(service, aMonthlyPlan(more))
  const aFreePlan = (more: object = {}) =>
    aPlan({ price: { default: { amount: 0, currency: 'EUR' }, countries: [] }, ...more })
  const aCustomer = async (members: object = { email: anEmail() }) =>
    (await service.send('POST', '/customers', { body: members })).body
  const subscribe = (body: object, headers: Readonly<Record<string, string>> = {}) =>
    service.send('POST', '/subscriptions', { body, headers })
  const eventsOf = async (id: string): Promise<string[]> =>
    (await service.send('GET', '/events?limit=1000')).body.data
      .filter((event: { data: { object: { id: string } } }) => event.data.object.id === id)
      .map((event: { type: string }) => event.type)
  const refusal = async (body: object) => {
    const before = await service.send('GET', '/subscriptions')
    const { status, body: answer } = await subscribe(body)
    expect((await service.send('GET', '/subscriptions')).body.meta.total).toBe(before.body.meta.total)
    return { status, code: answer.error.code, message: answer.error.message, details: answer.error.details }
  }

  test('a customer starts a plan of price 0, in a quantity and with metadata, without a method or a processor', async () => {
    const { id: customer } = await aCustomer()
    const plan = await aFreePlan({ quantity: { min: 1, max: 10 } })

    const { status, body } = await subscribe({
      customer: { id: customer },
      plan: { id: plan.id, quantity: 3 },
      metadata: { seat: 'A' },
    })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'active',
      customer: { id: customer },
      payment_method_id: null,
      quantity: 3,
      metadata: { seat: 'A' },
    })
    expect((await service.send('GET', `/subscriptions/${body.id}`)).body).toEqual(body)
    expect(await eventsOf(body.id)).toEqual(['subscription.created'])
    const payments = (await service.send('GET', `/payments?subscription_id=${body.id}`)).body.data
    expect(payments).toMatchObject([{ amount: 0, payment_method: null, metadata: {} }])
    const calls = await service.database.db
      .selectFrom('attempts')
      .select('id')
      .where('paymentId', '=', payments[0].id)
      .execute()
    expect(calls).toEqual([])
  })

  test('a customer starts a free trial of a plan with a price, named by external_id', async () => {
    const { id, external_id: externalId } = await aCustomer({ email: anEmail(), external_id: anEmail() })
    const plan = await aPlan(trial)

    const { body } = await subscribe({ customer: { external_id: externalId }, plan: { id: plan.id } })

    expect(body).toMatchObject({ status: 'trial', customer: { id }, payment_method_id: null })
    expect(body.next_billing_date).toBe(body.current_period_end)
  })

  test('the discount of a trial is redeemed at once, and lowers the first charge', async () => {
    const plan = await aPlan(trial)
    const discount = await shop.aDiscount({ max_redemptions: 1 })
    const body = { plan: { id: plan.id }, discount: { id: discount.id } }

    const first = await subscribe({ ...body, customer: { id: (await aCustomer()).id } })
    const second = await subscribe({ ...body, customer: { id: (await aCustomer()).id } })

    expect(first.body).toMatchObject({ status: 'trial', discount: { id: discount.id } })
    expect(await shop.redeemed(discount)).toBe(1)
    expect(second.body.error).toMatchObject({ code: 'discount_invalid', details: [{ code: 'used_up' }] })
  })

  test('if many customers take the last redemption at the same time, one gets it, and the others get the reason', async () => {
    const plan = await aPlan(trial)
    const discount = await shop.aDiscount({ max_redemptions: 1 })
    const customers = await Promise.all(Array.from({ length: 5 }, () => aCustomer()))

    const answers = await Promise.all(
      customers.map(({ id }) => subscribe({ customer: { id }, plan: { id: plan.id }, discount: { id: discount.id } })),
    )

    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ body }) => [body.error.code, body.error.details[0].code])).toEqual(
      Array.from({ length: 4 }, () => ['discount_invalid', 'used_up']),
    )
  })

  test('the same Idempotency-Key returns the same subscription', async () => {
    const body = { customer: { id: (await aCustomer()).id }, plan: { id: (await aFreePlan()).id } }
    const key = { 'idempotency-key': body.customer.id }

    const first = await subscribe(body, key)
    const again = await subscribe(body, key)

    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(await refusal(body)).toMatchObject({ status: 409, code: 'already_subscribed' })
  })

  test('requests of one customer at the same time open one subscription', async () => {
    const body = { customer: { id: (await aCustomer()).id }, plan: { id: (await aFreePlan()).id } }

    const answers = await Promise.all(Array.from({ length: 5 }, () => subscribe(body)))

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  })

  test('a second subscription of the group is refused, also after a paid one', async () => {
    const group = anEmail()
    const paid = await aPlan({ group })
    const { customerId } = await aSubscriber(service, paid)

    expect(
      await refusal({ customer: { id: customerId }, plan: { id: (await aFreePlan({ group })).id } }),
    ).toMatchObject({ code: 'already_subscribed' })
  })

  test('a trial is given once to a customer and e-mail address, unless the request gives it again', async () => {
    const email = anEmail()
    const { id: customer } = await aCustomer({ email })
    const plan = await aPlan(trial)
    const { body: first } = await subscribe({ customer: { id: customer }, plan: { id: plan.id } })
    await service.send('POST', `/subscriptions/cancel/${first.id}`)
    const { id: sameEmail } = await aCustomer({ email: email.toUpperCase() })

    for (const id of [customer, sameEmail])
      expect(await refusal({ customer: { id }, plan: { id: plan.id } })).toMatchObject({
        code: 'payment_method_required',
        message: expect.stringContaining('already had the trial of the plan'),
      })
    const { body: again } = await subscribe({ customer: { id: sameEmail }, plan: { id: plan.id }, trial: 'always' })
    expect(again).toMatchObject({ status: 'trial' })
  })

  test('a trial with a card at the checkout uses up the customer’s trial', async () => {
    const plan = await aPlan(trial)
    const shopper = await aShopper(service, { customer: { email: anEmail() }, plan: { id: plan.id } })
    const { body: paid } = await shopper.pay()
    await service.send('POST', `/subscriptions/cancel/${paid.subscription.id}`)

    expect(await refusal({ customer: { id: paid.customer.id }, plan: { id: plan.id } })).toMatchObject({
      code: 'payment_method_required',
    })
  })

  test.each([
    ['a price', {}],
    ['a trial with a price', { ...trial, trial_price: { default: { amount: 100, currency: 'EUR' }, countries: [] } }],
  ])('%s is refused, even if a discount or credit would pay for it', async (_, more) => {
    const { id: customer } = await aCustomer()
    const plan = await aPlan(more)
    const discount = await shop.aDiscount({ percent_off: 100, duration: 'forever', periods: null })
    await service.send('POST', `/customers/${customer}/credit`, {
      body: { amount: 5000, currency: 'EUR', reason: 'A late delivery' },
    })
    const body = { customer: { id: customer }, plan: { id: plan.id } }

    expect(await refusal(body)).toMatchObject({ status: 400, code: 'payment_method_required' })
    expect(await refusal({ ...body, discount: { id: discount.id } })).toMatchObject({
      code: 'payment_method_required',
    })
  })

  test('a discount, an archived plan, a one-off plan and an unknown member are refused with the reason', async () => {
    const customer = { id: (await aCustomer()).id }
    const plan = await aFreePlan()
    const archived = await aFreePlan()
    await service.send('PATCH', `/plans/${archived.id}`, { body: { archived: true } })
    const price = { default: { amount: 0, currency: 'EUR' }, countries: [] }
    const once = await createPlan(service, { name: 'A book', type: 'one-off', price })
    const elsewhere = await shop.aDiscount({ plans: [archived.id] })

    expect(await refusal({ customer, plan: { id: plan.id }, discount: { id: elsewhere.id } })).toMatchObject({
      code: 'discount_invalid',
      details: [{ code: 'other_plan' }],
    })
    expect(await refusal({ customer, plan: { id: archived.id } })).toMatchObject({ code: 'plan_archived' })
    expect(await refusal({ customer, plan: { id: once.id } })).toMatchObject({
      code: 'invalid_parameter',
      details: [{ path: 'body.plan.id' }],
    })
    for (const quantity of [0, -1, 1.5, 1_000_000_000, 2])
      expect(await refusal({ customer, plan: { id: plan.id, quantity } })).toMatchObject({
        code: 'invalid_parameter',
        details: [{ path: 'body.plan.quantity' }],
      })
    expect(await refusal({ customer: {}, plan: { id: plan.id } })).toMatchObject({ code: 'invalid_parameter' })
  })
})
