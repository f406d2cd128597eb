import { beforeAll, expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, aReceipt, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'
import { statusAndCode } from '../../support/stories/status-and-code.ts'
import { createThreePlans } from '../../support/stories/three-plans.ts'

describeUsualDatabase('changing a subscription', (open) => {
  let plan: { id: string }
  let dear: { id: string }
  let tin: { id: string }

  const service = useService(open)
  beforeAll(async () => {
    ;({ plan, dear, tin } = await createThreePlans(service))
  })

  const patch = (id: string, status?: string, planId?: string) =>
    service.send('PATCH', '/subscriptions', {
      body: { subscription: { id, ...(status ? { status } : {}) }, ...(planId ? { plan: { id: planId } } : {}) },
    })

  test('a plan is switched without a charge, and the next charge has the new price on the old date', async () => {
    const { id: subscriptionId } = await aSubscriber(service, plan)
    const { body: before } = await service.send('GET', `/subscriptions/${subscriptionId}`)

    const { body: after } = await patch(subscriptionId, undefined, dear.id)

    expect(after).toMatchObject({
      plan: { id: dear.id, price: { amount: 2000 } },
      next_billing_date: before.next_billing_date,
    })
  })

  test('a plan in another currency, a one-off plan and an empty change are refused', async () => {
    const { id: subscriptionId } = await aSubscriber(service, plan)
    const yen = await createPlan(
      service,
      aMonthlyPlan({ price: { default: { amount: 1500, currency: 'JPY' }, countries: [] } }),
    )

    expect(statusAndCode(await patch(subscriptionId, undefined, yen.id))).toEqual({
      status: 409,
      code: 'currency_mismatch',
    })
    expect(statusAndCode(await patch(subscriptionId, undefined, tin.id))).toEqual({
      status: 400,
      code: 'invalid_parameter',
    })
    expect(statusAndCode(await patch(subscriptionId))).toEqual({ status: 400, code: 'invalid_parameter' })
    expect(statusAndCode(await patch(subscriptionId, 'trial'))).toEqual({ status: 400, code: 'invalid_parameter' })
  })

  test('a subscription that is scheduled to end answers a repetition alike, is resumed, and is ended', async () => {
    const { id: subscriptionId } = await aSubscriber(service, plan)
    const schedule = () => service.send('POST', `/subscriptions/schedule-cancel/${subscriptionId}`)

    expect((await schedule()).body).toMatchObject({ status: 'scheduled_for_cancellation', next_billing_date: null })
    expect(statusAndCode(await schedule())).toEqual({ status: 200, code: 'scheduled_for_cancellation' })
    expect(statusAndCode(await patch(subscriptionId, undefined, dear.id))).toEqual({
      status: 409,
      code: 'subscription_not_changeable',
    })
    expect((await patch(subscriptionId, 'active')).body).toMatchObject({
      status: 'active',
      next_billing_date: expect.any(String),
    })
    expect(statusAndCode(await patch(subscriptionId, 'scheduled_for_cancellation')).code).toBe(
      'scheduled_for_cancellation',
    )
    expect(statusAndCode(await service.send('POST', `/subscriptions/cancel/${subscriptionId}`)).code).toBe('cancelled')
    expect(statusAndCode(await patch(subscriptionId, 'cancelled'))).toEqual({ status: 200, code: 'cancelled' })
    const refused = await schedule()
    expect(statusAndCode(refused)).toEqual({ status: 409, code: 'subscription_not_changeable' })
    expect(refused.body.error.message).toMatch(/cancelled.*scheduled_for_cancellation/)
  })

  test('a subscription that is cancelled during its paid period is reactivated without a charge', async () => {
    const { id: subscriptionId, customerId } = await aSubscriber(service, plan)
    await patch(subscriptionId, 'cancelled')

    const { body } = await patch(subscriptionId, 'active')

    expect(body).toMatchObject({ id: subscriptionId, status: 'active', next_billing_date: expect.any(String) })
    expect((await service.send('GET', `/payments?search=${customerId}`)).body.meta.total).toBe(1)
  })

  test('a refunded and cancelled subscription is reactivated by a charge, and stays cancelled if the charge is declined', async () => {
    const good = await aSubscriber(service, plan)
    const bad = await aSubscriber(service, plan, { number: '4000000000000341' })
    for (const { paymentId, id: subscriptionId } of [good, bad]) {
      await service.send('POST', `/payments/refund/${paymentId}`, { body: {} })
      await patch(subscriptionId, 'cancelled')
    }

    expect(statusAndCode(await patch(good.id, 'active')).code).toBe('active')
    expect(statusAndCode(await patch(bad.id, 'active'))).toEqual({ status: 200, code: 'cancelled' })
    const { body } = await service.send('GET', `/payments?search=${bad.customerId}&payment_status=DECLINED`)
    expect(body.data).toHaveLength(1)
  })

  test('plan and status change together or not at all', async () => {
    const { id: subscriptionId } = await aSubscriber(service, plan)
    await patch(subscriptionId, 'scheduled_for_cancellation')

    const both = await patch(subscriptionId, 'active', dear.id)
    const neither = await patch(subscriptionId, 'scheduled_for_cancellation', plan.id)
    const { body: after } = await service.send('GET', `/subscriptions/${subscriptionId}`)

    expect(both.body).toMatchObject({ status: 'active', plan: { id: dear.id } })
    expect(neither.status).toBe(409)
    expect(after).toMatchObject({ status: 'active', plan: { id: dear.id } })
  })

  test('a client token may resume its own subscription, or switch its plan if nothing is due, and nothing else', async () => {
    const { id: subscriptionId, customerId } = await aSubscriber(service, plan)
    const other = await aSubscriber(service, plan)
    const tokenOf = async (members: object) => {
      const session = await service.send('POST', '/client-session', {
        body: { customer: { id: customerId }, ...members },
      })
      const { body } = await service.send('GET', `/checkout/${session.body.id}`, { key: null })
      return { key: body.client_token, checkout: body }
    }
    await patch(subscriptionId, 'scheduled_for_cancellation')
    const resume = await tokenOf({ subscription: { id: subscriptionId } })
    const consent = aReceipt(resume.checkout)
    const ask = (key: string, body: object) =>
      service.send('PATCH', '/subscriptions', { key, body: { consent, ...body } })

    expect(resume.checkout).toMatchObject({ purpose: 'resume', quote: { due_now: { amount: 0 } } })
    expect(statusAndCode(await ask(resume.key, { subscription: { id: other.id, status: 'active' } })).status).toBe(403)
    expect(
      statusAndCode(await ask(resume.key, { subscription: { id: subscriptionId, status: 'cancelled' } })).status,
    ).toBe(403)
    expect(statusAndCode(await ask(resume.key, { subscription: { id: subscriptionId, status: 'active' } })).code).toBe(
      'active',
    )

    const paid = await tokenOf({ plan: { id: dear.id }, subscription: { id: subscriptionId } })
    const due = paid.checkout.quote
    expect(paid.checkout).toMatchObject({
      purpose: 'change_plan',
      quote: { lines: [{ kind: 'plan' }, { kind: 'credit' }] },
    })
    expect(
      statusAndCode(
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
})
