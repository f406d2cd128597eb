import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'
import { statusAndCode } from '../../support/stories/status-and-code.ts'
import { createThreePlans } from '../../support/stories/three-plans.ts'

describeEachDatabase('charges by a merchant (createPayment)', (open) => {
  let plan: { id: string }
  let dear: { id: string }
  let tin: { id: string }

  const service = useService(open)
  beforeAll(async () => {
    ;({ plan, dear, tin } = await createThreePlans(service))
  })

  const pay = (body: object) => service.send('POST', '/payments', { body })
  const patch = (id: string, status?: string, planId?: string) =>
    service.send('PATCH', '/subscriptions', {
      body: { subscription: { id, ...(status ? { status } : {}) }, ...(planId ? { plan: { id: planId } } : {}) },
    })

  test('a one-off plan is charged on the stored card, off session', async () => {
    const { customerId } = await aSubscriber(service, plan)

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

  test('a card that approves once and declines later yields a declined payment, not an error', async () => {
    const { customerId } = await aSubscriber(service, plan, { number: '4000000000000341' })

    const payment = await pay({ customer: { id: customerId }, plan: { id: tin.id } })

    expect(statusAndCode(payment)).toEqual({ status: 200, code: 'DECLINED' })
  })

  test('a recurring plan opens a second subscription only for a different plan', async () => {
    const { customerId } = await aSubscriber(service, plan)

    expect(statusAndCode(await pay({ customer: { id: customerId }, plan: { id: plan.id } }))).toEqual({
      status: 409,
      code: 'already_subscribed',
    })
    expect((await pay({ customer: { id: customerId }, plan: { id: dear.id } })).body.subscription).toMatchObject({
      status: 'active',
      plan: { id: dear.id },
    })
  })

  test('an immediate plan change credits the unused time, which is nearly the whole price', async () => {
    const { customerId, id: subscriptionId } = await aSubscriber(service, plan)

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

  test('a plan is charged only by a quote of the same terms if the merchant expects a quote', async () => {
    const { customerId } = await aSubscriber(service, plan)
    const price = { default: { amount: 1700, currency: 'EUR' }, countries: [] }
    const [monthly, yearly] = [
      await createPlan(service, aMonthlyPlan({ price })),
      await createPlan(service, aMonthlyPlan({ price, interval: 'years' })),
    ]
    const quoteOf = async ({ id }: { id: string }) => {
      const shopper = await aShopper(service, { customer: { id: customerId }, plan: { id } })
      return (await shopper.look()).body.quote
    }
    const [{ due_now: due, hash }, ofYear] = [await quoteOf(monthly), await quoteOf(yearly)]
    const charge = (quote: string) =>
      pay({ customer: { id: customerId }, plan: { id: monthly.id }, expected: { ...due, quote } })

    const refused = await charge(ofYear.hash)
    const { body: payments } = await service.send('GET', `/payments?payment_status_set=${customerId}`)
    const charged = await charge(hash)

    expect(ofYear.due_now).toEqual(due)
    expect(statusAndCode(refused)).toEqual({ status: 409, code: 'amount_changed' })
    expect(payments.data).toHaveLength(1)
    expect(charged.body).toMatchObject({ amount: 1700, payment_status: 'SETTLING' })
  })

  test('a customer without a card cannot be charged, and a wrong expected amount is refused', async () => {
    const { body: customer } = await service.send('POST', '/customers', {
      body: { email: 'bare@example.com', external_id: 'bare' },
    })
    const { customerId } = await aSubscriber(service, plan)

    expect(statusAndCode(await pay({ customer: { id: customer.id }, plan: { id: tin.id } }))).toEqual({
      status: 400,
      code: 'payment_method_required',
    })
    expect(statusAndCode(await pay({ customer: { external_id: 'bare' }, plan: { id: tin.id } }))).toEqual({
      status: 400,
      code: 'payment_method_required',
    })
    expect(
      statusAndCode(
        await pay({ customer: { id: customerId }, plan: { id: tin.id }, expected: { amount: 1, currency: 'EUR' } }),
      ),
    ).toEqual({ status: 409, code: 'amount_changed' })
    expect(
      statusAndCode(
        await pay({ customer: { id: customerId }, plan: { id: tin.id }, payment_method: { id: 'pm_nobody' } }),
      ),
    ).toEqual({ status: 404, code: 'not_found' })
  })

  test('an archived plan cannot be sold again', async () => {
    const old = await createPlan(service)
    const { customerId, id: subscriptionId } = await aSubscriber(service, plan)
    await service.send('PATCH', `/plans/${old.id}`, { body: { archived: true } })

    expect(statusAndCode(await pay({ customer: { id: customerId }, plan: { id: old.id } }))).toEqual({
      status: 400,
      code: 'plan_archived',
    })
    expect(statusAndCode(await patch(subscriptionId, undefined, old.id))).toEqual({
      status: 400,
      code: 'plan_archived',
    })
    expect(statusAndCode(await service.send('POST', '/client-session', { body: { plan: { id: old.id } } }))).toEqual({
      status: 400,
      code: 'plan_archived',
    })
  })

  test('a sealed card is refused with an API key', async () => {
    const answer = await pay({
      customer: { id: 'x' },
      plan: { id: 'y' },
      payment_method: { type: 'CARD', details: { encrypted: 'a.b.c.d.e' } },
    })

    expect(statusAndCode(answer)).toEqual({ status: 400, code: 'card_token_invalid' })
  })
})
