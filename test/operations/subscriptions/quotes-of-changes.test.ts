import { expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { changesAt, codeOf as code, monthlyAt as at } from '../../support/stories/plan-changes.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('what a plan change is said to cost', (open) => {
  const service = useService(open)

  const { aChange, patch } = changesAt(() => service)

  test('a change is what it costs when it is free now: the country’s price, and the tax of the place', async () => {
    const subscriber = await aSubscriber(service, at(3000), {}, { address: { country: 'DE' } })
    const abroad = await createPlan(service, {
      ...at(6000),
      price: {
        default: { amount: 6000, currency: 'EUR' },
        countries: [{ countries: ['DE'], price: { amount: 4500, currency: 'EUR' } }],
      },
    })
    const change = await aChange(subscriber, abroad, 'do_not_bill', { address: { country: 'DE' } })

    const changed = await change.patch()

    expect(change.seen.body.quote.recurring.amount).toBe(4500)
    expect(changed.body.plan.price.amount).toBe(4500)
    const { body: customer } = await service.send('GET', `/customers/${subscriber.customerId}`)
    expect(customer.address.country).toBe('DE')
  })

  test('a change is shown in one amount, also when the subscription changed since it was shown before', async () => {
    const subscriber = await aSubscriber(service, at(10_000_000))
    const dear = await createPlan(service, at(20_000_000))
    const shopper = await aShopper(service, {
      customer: { id: subscriber.customerId },
      plan: { id: dear.id },
      subscription: { id: subscriber.id },
    })
    await shopper.look()
    await moveClock(service, 'PT15M')
    await patch(subscriber.id, { status: 'scheduled_for_cancellation' })

    const { body } = await shopper.look()

    expect(body.quote_display.due_now.amount).toBe(body.quote.due_now.amount)
    expect(body.session.currency_details.plan.due_now.payment.amount).toBe(body.quote.due_now.amount)
    expect((await shopper.pay({ exp_year: 2090 })).body.amount).toBe(body.quote.due_now.amount)
  })

  test('a change is charged as previewed for half an hour, and nothing else is', async () => {
    const subscriber = await aSubscriber(service, at(10_000_000))
    const dear = await createPlan(service, at(20_000_000))
    const named = { subscription: { id: subscriber.id }, plan: { id: dear.id } }
    const { body } = await service.send('POST', '/subscriptions/preview', { body: named })
    const { due_now: due, hash } = body.quote
    const charge = (expected: object) =>
      service.send('POST', '/payments', {
        body: { customer: { id: subscriber.customerId }, ...named, expected: { ...due, ...expected } },
      })
    await moveClock(service, 'PT10M')

    expect(code(await charge({ quote: 'nonsense' }))).toBe('amount_changed')
    expect(code(await charge({ quote: hash.split('.')[0] }))).toBe('amount_changed')
    const charged = await charge({ quote: hash })

    expect([charged.body.payment_status, charged.body.amount]).toEqual(['SETTLING', due.amount])
  })

  test('a change is no longer charged as previewed after half an hour', async () => {
    const subscriber = await aSubscriber(service, at(10_000_000))
    const dear = await createPlan(service, at(20_000_000))
    const named = { subscription: { id: subscriber.id }, plan: { id: dear.id } }
    const { body } = await service.send('POST', '/subscriptions/preview', { body: named })
    await moveClock(service, 'PT31M')

    const late = await service.send('POST', '/payments', {
      body: {
        customer: { id: subscriber.customerId },
        ...named,
        expected: { ...body.quote.due_now, quote: body.quote.hash },
      },
    })

    expect(code(late)).toBe('amount_changed')
  })

  test('a change is nothing where a merchant switches plans, and whoever expects a charge is told', async () => {
    const subscriber = await aSubscriber(service, at(3000))
    const other = await createPlan(service, at(4000))

    const expecting = await patch(subscriber.id, { planId: other.id, expected: { amount: 100, currency: 'EUR' } })

    expect(code(expecting)).toBe('amount_changed')
    expect((await subscriber.subscription()).plan.id).toBe(subscriber.planId)
    expect((await patch(subscriber.id, { planId: other.id, expected: { amount: 0, currency: 'EUR' } })).status).toBe(
      200,
    )
  })

  test('naming the plan that it is on keeps a subscriber’s price', async () => {
    const subscriber = await aSubscriber(service, {
      ...at(3000),
      price: {
        default: { amount: 3000, currency: 'EUR' },
        countries: [{ countries: ['DE'], price: { amount: 4500, currency: 'EUR' } }],
      },
    })
    const { db } = service.database
    await db
      .updateTable('customers')
      .set({ address: JSON.stringify({ country: 'DE' }) as never })
      .where('id', '=', subscriber.customerId)
      .execute()

    const same = await patch(subscriber.id, { planId: subscriber.planId })

    expect(same.body).toMatchObject({ plan: { price: { amount: 3000 } }, status: 'active' })
  })
})
