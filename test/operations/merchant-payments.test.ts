import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../support/databases.ts'
import { type Answer, type RunningService, startService } from '../support/running-service.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../support/shopper.ts'

const code = ({ status, body }: Answer) => ({ status, code: body.error?.code ?? body.payment_status ?? body.status })

describeEachDatabase(
  'a merchant charges and changes (createPayment, updateSubscription, scheduleCancellation, cancelSubscription)',
  (open) => {
    let service: RunningService
    let plan: { id: string }
    let dear: { id: string }
    let tin: { id: string }
    let emails = 0

    beforeAll(async () => {
      service = await startService(await open())
      plan = await createPlan(service)
      dear = await createPlan(
        service,
        aMonthlyPlan({ name: 'Dear', price: { default: { amount: 2000, currency: 'EUR' }, countries: [] } }),
      )
      tin = await createPlan(service, {
        name: 'Tin',
        type: 'one-off',
        price: { default: { amount: 2500, currency: 'EUR' }, countries: [] },
      })
      return () => service.close()
    })

    /** A customer with a stored card and an active subscription. */
    const aSubscriber = async (card: object = {}) => {
      const shopper = await aShopper(service, {
        customer: { email: `m${++emails}@example.com` },
        plan: { id: plan.id },
      })
      const { body } = await shopper.pay(card)
      return {
        customerId: body.customer.id as string,
        subscriptionId: body.subscription.id as string,
        paymentId: body.id as string,
      }
    }
    const pay = (body: object) => service.send('POST', '/payments', { body })
    const patch = (id: string, status?: string, planId?: string) =>
      service.send('PATCH', '/subscriptions', {
        body: { subscription: { id, ...(status ? { status } : {}) }, ...(planId ? { plan: { id: planId } } : {}) },
      })

    test('a one-off plan is charged to the stored card, off session', async () => {
      const { customerId } = await aSubscriber()

      const payment = await pay({ customer: { id: customerId }, plan: { id: tin.id }, metadata: { order: 7 } })

      expect(payment.body).toMatchObject({
        amount: 2500,
        payment_type: 'MIT',
        payment_token_type: 'PROCESSOR_TOKEN',
        payment_status: 'SETTLING',
        metadata: { order: 7 },
        subscription: null,
        cvc_check: { result: { cvc: 'unchecked' } },
      })
    })

    test('a card that approves now can decline every later charge, and that is a payment, not an error', async () => {
      const { customerId } = await aSubscriber({ number: '4000000000000341' })

      const payment = await pay({ customer: { id: customerId }, plan: { id: tin.id } })

      expect(code(payment)).toEqual({ status: 200, code: 'DECLINED' })
    })

    test('a recurring plan opens a second subscription only to another plan', async () => {
      const { customerId } = await aSubscriber()

      expect(code(await pay({ customer: { id: customerId }, plan: { id: plan.id } }))).toEqual({
        status: 409,
        code: 'already_subscribed',
      })
      expect((await pay({ customer: { id: customerId }, plan: { id: dear.id } })).body.subscription).toMatchObject({
        status: 'active',
        plan: { id: dear.id },
      })
    })

    test('a plan change paid at once credits the unused time, which is nearly all of it', async () => {
      const { customerId, subscriptionId } = await aSubscriber()

      const { body } = await pay({
        customer: { id: customerId },
        plan: { id: dear.id },
        subscription: { id: subscriptionId },
      })

      expect(body).toMatchObject({
        payment_status: 'SETTLING',
        subscription: { id: subscriptionId, status: 'active', plan: { id: dear.id, price: { amount: 2000 } } },
      })
      expect(body.amount).toBeGreaterThanOrEqual(2000 - 999)
      expect(body.amount).toBeLessThanOrEqual(2000 - 998)
    })

    test('a customer without a card cannot be charged, and an expected amount is held', async () => {
      const { body: customer } = await service.send('POST', '/customers', {
        body: { email: 'bare@example.com', external_id: 'bare' },
      })
      const { customerId } = await aSubscriber()

      expect(code(await pay({ customer: { id: customer.id }, plan: { id: tin.id } }))).toEqual({
        status: 400,
        code: 'payment_method_required',
      })
      expect(code(await pay({ customer: { external_id: 'bare' }, plan: { id: tin.id } }))).toEqual({
        status: 400,
        code: 'payment_method_required',
      })
      expect(
        code(
          await pay({ customer: { id: customerId }, plan: { id: tin.id }, expected: { amount: 1, currency: 'EUR' } }),
        ),
      ).toEqual({ status: 409, code: 'amount_changed' })
      expect(
        code(await pay({ customer: { id: customerId }, plan: { id: tin.id }, payment_method: { id: 'pm_nobody' } })),
      ).toEqual({ status: 404, code: 'not_found' })
    })

    test('an archived plan takes no new business', async () => {
      const old = await createPlan(service)
      const { customerId, subscriptionId } = await aSubscriber()
      await service.send('PATCH', `/plans/${old.id}`, { body: { archived: true } })

      expect(code(await pay({ customer: { id: customerId }, plan: { id: old.id } }))).toEqual({
        status: 400,
        code: 'plan_archived',
      })
      expect(code(await patch(subscriptionId, undefined, old.id))).toEqual({ status: 400, code: 'plan_archived' })
      expect(code(await service.send('POST', '/client-session', { body: { plan: { id: old.id } } }))).toEqual({
        status: 400,
        code: 'plan_archived',
      })
    })

    test('a sealed card does not come with an API key', async () => {
      const answer = await pay({
        customer: { id: 'x' },
        plan: { id: 'y' },
        payment_method: { type: 'CARD', details: { encrypted: 'a.b.c.d.e' } },
      })

      expect(code(answer)).toEqual({ status: 400, code: 'card_token_invalid' })
    })

    test('a plan is switched without a charge, and the next one has the new price on the old date', async () => {
      const { subscriptionId } = await aSubscriber()
      const { body: before } = await service.send('GET', `/subscriptions/${subscriptionId}`)

      const { body: after } = await patch(subscriptionId, undefined, dear.id)

      expect(after).toMatchObject({
        plan: { id: dear.id, price: { amount: 2000 } },
        next_billing_date: before.next_billing_date,
      })
    })

    test('a plan in another currency, a one-off plan and nothing at all are refused', async () => {
      const { subscriptionId } = await aSubscriber()
      const yen = await createPlan(
        service,
        aMonthlyPlan({ price: { default: { amount: 1500, currency: 'JPY' }, countries: [] } }),
      )

      expect(code(await patch(subscriptionId, undefined, yen.id))).toEqual({ status: 409, code: 'currency_mismatch' })
      expect(code(await patch(subscriptionId, undefined, tin.id))).toEqual({ status: 400, code: 'invalid_parameter' })
      expect(code(await patch(subscriptionId))).toEqual({ status: 400, code: 'invalid_parameter' })
      expect(code(await patch(subscriptionId, 'trial'))).toEqual({ status: 400, code: 'invalid_parameter' })
    })

    test('scheduled for its end, a subscription is told again and again, resumed, and ended', async () => {
      const { subscriptionId } = await aSubscriber()
      const schedule = () => service.send('POST', `/subscriptions/schedule-cancel/${subscriptionId}`)

      expect((await schedule()).body).toMatchObject({ status: 'scheduled_for_cancellation', next_billing_date: null })
      expect(code(await schedule())).toEqual({ status: 200, code: 'scheduled_for_cancellation' })
      expect(code(await patch(subscriptionId, undefined, dear.id))).toEqual({
        status: 409,
        code: 'subscription_not_changeable',
      })
      expect((await patch(subscriptionId, 'active')).body).toMatchObject({
        status: 'active',
        next_billing_date: expect.any(String),
      })
      expect(code(await patch(subscriptionId, 'scheduled_for_cancellation')).code).toBe('scheduled_for_cancellation')
      expect(code(await service.send('POST', `/subscriptions/cancel/${subscriptionId}`)).code).toBe('cancelled')
      expect(code(await patch(subscriptionId, 'cancelled'))).toEqual({ status: 200, code: 'cancelled' })
      const refused = await schedule()
      expect(code(refused)).toEqual({ status: 409, code: 'subscription_not_changeable' })
      expect(refused.body.error.message).toMatch(/cancelled.*scheduled_for_cancellation/)
    })

    test('cancelled while the paid period runs, a subscription comes back for nothing', async () => {
      const { subscriptionId, customerId } = await aSubscriber()
      await patch(subscriptionId, 'cancelled')

      const { body } = await patch(subscriptionId, 'active')

      expect(body).toMatchObject({ id: subscriptionId, status: 'active', next_billing_date: expect.any(String) })
      expect((await service.send('GET', `/payments?search=${customerId}`)).body.meta.total).toBe(1)
    })

    test('refunded and cancelled, it comes back by a charge; declined, it stays cancelled', async () => {
      const good = await aSubscriber()
      const bad = await aSubscriber({ number: '4000000000000341' })
      for (const { paymentId, subscriptionId } of [good, bad]) {
        await service.send('POST', `/payments/refund/${paymentId}`, { body: {} })
        await patch(subscriptionId, 'cancelled')
      }

      expect(code(await patch(good.subscriptionId, 'active')).code).toBe('active')
      expect(code(await patch(bad.subscriptionId, 'active'))).toEqual({ status: 200, code: 'cancelled' })
      const { body } = await service.send('GET', `/payments?search=${bad.customerId}&payment_status=DECLINED`)
      expect(body.data).toHaveLength(1)
    })

    test('plan and status change together or not at all', async () => {
      const { subscriptionId } = await aSubscriber()
      await patch(subscriptionId, 'scheduled_for_cancellation')

      const both = await patch(subscriptionId, 'active', dear.id)
      const neither = await patch(subscriptionId, 'scheduled_for_cancellation', plan.id)
      const { body: after } = await service.send('GET', `/subscriptions/${subscriptionId}`)

      expect(both.body).toMatchObject({ status: 'active', plan: { id: dear.id } })
      expect(neither.status).toBe(409)
      expect(after).toMatchObject({ status: 'active', plan: { id: dear.id } })
    })

    test('a widget may resume its own subscription, or switch its plan when nothing is due, and nothing else', async () => {
      const { subscriptionId, customerId } = await aSubscriber()
      const other = await aSubscriber()
      const tokenOf = async (members: object) => {
        const session = await service.send('POST', '/client-session', {
          body: { customer: { id: customerId }, ...members },
        })
        const { body } = await service.send('GET', `/checkout/${session.body.id}`, { key: null })
        return { key: body.client_token, checkout: body }
      }
      await patch(subscriptionId, 'scheduled_for_cancellation')
      const resume = await tokenOf({ subscription: { id: subscriptionId } })
      const ask = (key: string, body: object) => service.send('PATCH', '/subscriptions', { key, body })

      expect(resume.checkout).toMatchObject({ purpose: 'resume', quote: { due_now: { amount: 0 } } })
      expect(code(await ask(resume.key, { subscription: { id: other.subscriptionId, status: 'active' } })).status).toBe(
        403,
      )
      expect(code(await ask(resume.key, { subscription: { id: subscriptionId, status: 'cancelled' } })).status).toBe(
        403,
      )
      expect(code(await ask(resume.key, { subscription: { id: subscriptionId, status: 'active' } })).code).toBe(
        'active',
      )

      const paid = await tokenOf({ plan: { id: dear.id }, subscription: { id: subscriptionId } })
      const due = paid.checkout.quote
      expect(paid.checkout).toMatchObject({
        purpose: 'change_plan',
        quote: { lines: [{ kind: 'plan' }, { kind: 'credit' }] },
      })
      expect(
        code(
          await ask(paid.key, {
            subscription: { id: subscriptionId },
            plan: { id: dear.id },
            expected: { ...due.due_now, quote: due.hash },
          }),
        ).status,
      ).toBe(403)

      const free = await tokenOf({
        plan: { id: dear.id },
        subscription: { id: subscriptionId, proration_billing_mode: 'do_not_bill' },
      })
      const quote = free.checkout.quote
      const switched = await ask(free.key, {
        subscription: { id: subscriptionId },
        plan: { id: dear.id },
        expected: { ...quote.due_now, quote: quote.hash },
      })
      expect(switched.body).toMatchObject({ status: 'active', plan: { id: dear.id }, metadata: {} })
    })

    test('a customer is created, changed, found and listed (createCustomer, updateCustomer, findCustomer)', async () => {
      const created = await service.send('POST', '/customers', {
        body: { external_id: 'ada', full_name: 'Ada', metadata: { a: 1, b: 2 }, address: { country: 'GB' } },
      })
      const twice = await service.send('POST', '/customers', { body: { external_id: 'ada' } })
      const changed = await service.send('PATCH', `/customers/${created.body.id}`, {
        body: { email: 'ada@example.com', metadata: { a: null, c: [3] } },
      })
      const cleared = await service.send('PATCH', `/customers/${created.body.id}`, { body: { email: null } })
      const found = await service.send('GET', `/customers/${created.body.id}`)

      expect(created.body).toMatchObject({
        external_id: 'ada',
        payment_methods: [],
        subscriptions: [],
        address: { country: 'GB', city: null },
      })
      expect(code(twice)).toEqual({ status: 409, code: 'external_id_taken' })
      expect(changed.body).toMatchObject({ email: 'ada@example.com', metadata: { b: 2, c: [3] } })
      expect(changed.body.metadata).not.toHaveProperty('a')
      expect(cleared.body.email).toBeNull()
      expect(found.body).toEqual(cleared.body)
    })

    test('metadata that would grow too large is refused whole', async () => {
      const { body: customer } = await service.send('POST', '/customers', {
        body: { metadata: Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`k${index}`, 1])) },
      })

      const refused = await service.send('PATCH', `/customers/${customer.id}`, {
        body: { metadata: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`n${index}`, 1])) },
      })

      expect(code(refused)).toEqual({ status: 400, code: 'invalid_parameter' })
      expect((await service.send('GET', `/customers/${customer.id}`)).body.metadata).toEqual(customer.metadata)
    })

    test('a plan is renamed, archived and brought back (createPlan, updatePlan, findPlan)', async () => {
      const created = await createPlan(
        service,
        aMonthlyPlan({
          trial_interval: 'days',
          trial_interval_count: 3,
          trial_price: { default: { amount: 100, currency: 'EUR' }, countries: [] },
          tax: { collect_tax: true },
        }),
      )

      expect(created).toMatchObject({
        type: 'recurring',
        interval: 'months',
        interval_count: 1,
        trial_interval: 'days',
        trial_interval_count: 3,
        trial_price: { default: { amount: 100 } },
        tax: { collect_tax: true },
        archived_at: null,
      })
      expect(
        (await service.send('PATCH', `/plans/${created.id}`, { body: { name: 'New', archived: true } })).body,
      ).toMatchObject({ name: 'New', archived_at: expect.any(String) })
      expect(
        (await service.send('PATCH', `/plans/${created.id}`, { body: { archived: false } })).body.archived_at,
      ).toBeNull()
    })

    test.each([
      ['recurring without an interval', { interval: null }],
      ['one-off with an interval', { type: 'one-off' }],
      [
        'with a country listed twice',
        {
          price: {
            default: { amount: 900, currency: 'EUR' },
            countries: [{ countries: ['US', 'US'], price: { amount: 900, currency: 'USD' } }],
          },
        },
      ],
      [
        'with a trial price in another currency',
        { trial_interval: 'days', trial_price: { default: { amount: 100, currency: 'USD' }, countries: [] } },
      ],
      [
        'with a trial price and no trial',
        { trial_price: { default: { amount: 100, currency: 'EUR' }, countries: [] } },
      ],
      ['in a currency that does not exist', { price: { default: { amount: 900, currency: 'EUX' }, countries: [] } }],
      ['for a fraction of a cent', { price: { default: { amount: 9.5, currency: 'EUR' }, countries: [] } }],
      ['for less than nothing', { price: { default: { amount: -1, currency: 'EUR' }, countries: [] } }],
    ])('a plan %s is refused', async (_, plan) => {
      expect(code(await service.send('POST', '/plans', { body: aMonthlyPlan(plan) }))).toEqual({
        status: 400,
        code: 'invalid_parameter',
      })
    })

    test('a plan for a few cents is refused, for nothing it is not', async () => {
      const priced = (amount: number) =>
        aMonthlyPlan({ price: { default: { amount, currency: 'EUR' }, countries: [] } })

      expect(code(await service.send('POST', '/plans', { body: priced(10) }))).toEqual({
        status: 400,
        code: 'amount_below_minimum',
      })
      expect((await service.send('POST', '/plans', { body: priced(0) })).status).toBe(200)
    })
  },
)
