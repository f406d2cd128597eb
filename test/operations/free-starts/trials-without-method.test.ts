import { expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { aMonthlyPlan, anEmail, aReceipt, aShopper, createPlan } from '../../support/stories/shopper.ts'

describeUsualDatabase('a checkout that starts a trial without a payment method', (open) => {
  const service = useService(open, { trustedProxies: ['127.0.0.1', '::1'] })

  const trial = { trial_interval: 'days', trial_interval_count: 14 }
  const aTrial = (more: object = {}) => createPlan(service, aMonthlyPlan({ ...trial, ...more }))
  const ifRequired = { payment_method_collection: 'if_required' }
  const aCustomer = async (email = anEmail()) => (await service.send('POST', '/customers', { body: { email } })).body
  const arrive = async (plan: { id: string }, customer: object, options: object = ifRequired) =>
    aShopper(service, { customer, plan: { id: plan.id }, options })
  const start = async (shopper: Awaited<ReturnType<typeof arrive>>, network = '192.0.2.1') => {
    const { body: seen } = await shopper.look()
    const { status, body } = await service.send('POST', '/payments', {
      key: seen.client_token,
      headers: { 'x-forwarded-for': network },
      body: { expected: { ...seen.quote.due_now, quote: seen.quote.hash }, consent: aReceipt(seen) },
    })
    return { status, body, seen }
  }

  test('calls no processor for a customer whom the merchant names, and starts a trial like any other', async () => {
    const { id } = await aCustomer()
    const { status, body, seen } = await start(await arrive(await aTrial(), { id }))

    expect(seen).toMatchObject({ needs_method: false, refusal: null, quote: { next_charge: { amount: 999 } } })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { amount: 0, payment_method: null, payment_status: 'SETTLING', subscription: { status: 'trial' } },
    })
    const calls = await service.database.db
      .selectFrom('attempts')
      .select('id')
      .where('paymentId', '=', body.id)
      .execute()
    expect(calls).toEqual([])
  })

  test('stores a card that the shopper sends anyway', async () => {
    const { body } = await (await arrive(await aTrial(), { external_id: anEmail() })).pay()

    expect(body).toMatchObject({ amount: 0, payment_method: { type: 'CARD' }, subscription: { status: 'trial' } })
    const { body: kept } = await service.send('GET', `/subscriptions/${body.subscription.id}`)
    expect(kept.payment_method_id).toBe(body.payment_method.id)
  })

  test.each([
    ['an e-mail address that a visitor typed', { email: anEmail() }, ifRequired, {}],
    ['a session that does not allow it', { external_id: anEmail() }, {}, {}],
    ['a session that always requires one', { external_id: anEmail() }, { payment_method_collection: 'always' }, {}],
    [
      'a trial with a price',
      { external_id: anEmail() },
      ifRequired,
      { trial_price: { default: { amount: 100, currency: 'EUR' }, countries: [] } },
    ],
    [
      'a plan without a trial',
      { external_id: anEmail() },
      ifRequired,
      { trial_interval: null, trial_interval_count: null },
    ],
  ])('needs a method with %s', async (_, customer, options, plan) => {
    const { body, seen } = await start(await arrive(await aTrial(plan), customer, options))

    expect(seen.needs_method).toBe(true)
    expect(body.error).toMatchObject({ code: 'payment_method_required' })
  })

  test('counts trials by e-mail address: another customer with the same address sees the price without a trial', async () => {
    const email = anEmail()
    const plan = await aTrial()
    const { body: first } = await start(await arrive(plan, { id: (await aCustomer(email)).id }), '192.0.2.2')
    await service.send('POST', `/subscriptions/cancel/${first.subscription.id}`)
    const again = await arrive(plan, { id: (await aCustomer(email.toUpperCase())).id })

    const { body } = await start(again, '192.0.2.3')

    expect(body.error).toMatchObject({ code: 'payment_method_required' })
    expect((await again.look()).body).toMatchObject({ needs_method: true, quote: { due_now: { amount: 999 } } })
  })

  test('counts trials by the former e-mail address after a customer has changed it', async () => {
    const email = anEmail()
    const plan = await aTrial()
    const customer = await aCustomer(email)
    const { body: first } = await start(await arrive(plan, { id: customer.id }), '192.0.2.7')
    await service.send('POST', `/subscriptions/cancel/${first.subscription.id}`)
    await service.send('PATCH', `/customers/${customer.id}`, { body: { email: anEmail() } })
    const next = await aCustomer(email.toUpperCase())

    const again = await arrive(plan, { id: next.id })
    const { body } = await start(again, '192.0.2.8')
    const byKey = await service.send('POST', '/subscriptions', {
      body: { customer: { id: next.id }, plan: { id: plan.id } },
    })

    expect(body.error).toMatchObject({ code: 'payment_method_required' })
    expect((await again.look()).body).toMatchObject({ needs_method: true, quote: { due_now: { amount: 999 } } })
    expect([byKey.status, byKey.body.error.code]).toEqual([400, 'payment_method_required'])
  })

  test('counts trials by network: the next trial from the network needs a method, and starts with one', async () => {
    const plan = await aTrial()
    const network = '192.0.2.4'
    const arriveAgain = async () => arrive(plan, { id: (await aCustomer()).id })
    await start(await arriveAgain(), network)
    const second = await arriveAgain()

    const { body: refused } = await start(second, network)
    const { body: seen } = await second.look()
    const { body: paid } = await second.pay({}, {}, { 'x-forwarded-for': network })

    expect(refused.error).toMatchObject({ code: 'payment_method_required' })
    expect(seen).toMatchObject({ needs_method: true, quote: { due_now: { amount: 0 } } })
    expect(paid.subscription).toMatchObject({ status: 'trial' })
    expect((await start(await arriveAgain(), '192.0.2.5')).status).toBe(200)
  })

  test('gives one trial to many shoppers who start one from one network at the same time', async () => {
    const plan = await aTrial()
    const shoppers = await Promise.all(
      Array.from({ length: 5 }, async () => arrive(plan, { id: (await aCustomer()).id })),
    )

    const answers = await Promise.all(shoppers.map((shopper) => start(shopper, '192.0.2.6')))

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400])
  })
})
