import { expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import type { Answer } from '../../support/services/running-service.ts'
import { changesAt, resultCodeOf as code, monthlyPlanAt as at } from '../../support/stories/plan-changes.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('the quoted cost of a plan change', (open) => {
  const service = useService(open)

  const { aChange, patch } = changesAt(() => service)

  test('a free change has the same recurring price as its quote: that of the customer’s country', async () => {
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

  test('a change has the same amount in every part of the page, even if the subscription changed since an earlier view', async () => {
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

  test('a change is charged as previewed for half an hour, and a wrong quote is refused', async () => {
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

  /** Moves the clock to ten in the morning of a later day, so that a story that takes minutes does not pass midnight. */
  const moveToMorning = async () => {
    const { now } = await moveClock(service, 'P1D')
    await moveClock(service, `${new Date(Date.parse(now) + 86_400_000).toISOString().slice(0, 10)}T10:00:00Z`)
  }

  /** A change from a paid year to a monthly plan at a twelfth of its price, which credit pays for until the year is nearly over. */
  const aFreeChange = async () => {
    const subscriber = await aSubscriber(service, at(12_000_000, { interval: 'years' }))
    await moveToMorning()
    const change = await aChange(subscriber, await createPlan(service, at(1_000_000)))
    expect(laterAmounts(change.seen)).toEqual([0, expect.any(Number), 1_000_000])
    return { subscriber, change }
  }
  const laterAmounts = ({ body }: Answer): number[] =>
    body.quote_display.later_charges.map(({ amount }: { amount: number }) => amount)

  test('a free change whose credit is refunded meanwhile needs a new consent, with the later charges as they are then', async () => {
    const { subscriber, change } = await aFreeChange()
    await service.send('POST', `/payments/refund/${subscriber.paymentId}`, { body: { amount: 9_000_000 } })

    const refused = await change.patch()
    const kept = await subscriber.subscription()
    const seen = await change.look()
    const changed = await change.patch(seen)

    expect([code(refused), kept.plan.id]).toEqual(['amount_changed', subscriber.planId])
    expect(seen.body.quote.due_now).toEqual(change.seen.body.quote.due_now)
    expect(seen.body.quote.next_charge.amount).toBe(change.seen.body.quote.next_charge.amount)
    expect(laterAmounts(seen)).not.toEqual(laterAmounts(change.seen))
    expect(code(changed)).toBe('active')
  })

  test.each([
    ['PT29M', 'active'],
    ['PT31M', 'amount_changed'],
  ])('a free change can be confirmed as shown for half an hour: after %s it is %s', async (later, answer) => {
    const { change } = await aFreeChange()
    await moveClock(service, later)

    const agreed = await change.patch()

    expect(code(agreed)).toBe(answer)
    if (answer !== 'active') expect(code(await change.patch(await change.look()))).toBe('active')
  })

  test('a merchant switches plans without a charge, and an expected charge is refused', async () => {
    const subscriber = await aSubscriber(service, at(3000))
    const other = await createPlan(service, at(4000))

    const expecting = await patch(subscriber.id, { planId: other.id, expected: { amount: 100, currency: 'EUR' } })

    expect(code(expecting)).toBe('amount_changed')
    expect((await subscriber.subscription()).plan.id).toBe(subscriber.planId)
    expect((await patch(subscriber.id, { planId: other.id, expected: { amount: 0, currency: 'EUR' } })).status).toBe(
      200,
    )
  })

  test('a change to the subscriber’s own plan keeps the subscriber’s price', async () => {
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
