import { beforeAll, expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { statusAndCode } from '../../support/stories/status-and-code.ts'
import { aMonthlyPlan, aReceipt, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock, endAllSubscriptions } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const dayMs = 86_400_000

describeUsualDatabase('moving the next billing date (updateSubscription)', (open) => {
  const service = useService(open)
  let monthly: { id: string }
  let trial: { id: string }
  beforeAll(async () => {
    await moveClock(service, '2027-03-01T10:00:00Z')
    monthly = await createPlan(service)
    trial = await createPlan(service, aMonthlyPlan({ name: 'Trial', trial_interval: 'days', trial_interval_count: 7 }))
  })

  const inDays = async (days: number): Promise<string> => {
    const { body } = await service.send('GET', '/sandbox/clock')
    return new Date(Date.parse(body.now) + days * dayMs).toISOString()
  }
  const move = (id: string, to: string, more: object = {}) =>
    service.send('PATCH', '/subscriptions', { body: { subscription: { id, next_billing_date: to }, ...more } })
  const preview = (id: string, to: string) =>
    service.send('POST', '/subscriptions/preview', { body: { subscription: { id, next_billing_date: to } } })

  test('a later date is previewed, moved without a charge, reported by an event, and charged once; later dates follow', async () => {
    const subscriber = await aSubscriber(service, monthly)
    const before = await subscriber.subscription()
    const to = await inDays(45)

    const previewed = await preview(subscriber.id, to)
    const unchanged = await subscriber.subscription()
    const moved = await move(subscriber.id, to)

    expect(previewed).toMatchObject({
      status: 200,
      body: {
        quote: { lines: [], due_now: { amount: 0 }, next_charge: { amount: 999, currency: 'EUR', at: to } },
        restarts_cycle: false,
        balance: 0,
        steps: [
          {
            text: `The period from ${before.current_period_start} ends at ${to} instead of ${before.current_period_end}. What it cost stays.`,
          },
          { text: 'Due now in EUR.', amount: 0 },
          { text: `Next charge at ${to}.`, amount: 999 },
        ],
      },
    })
    expect(unchanged).toEqual(before)
    expect(moved).toMatchObject({
      status: 200,
      body: { status: 'active', current_period_end: to, next_billing_date: to },
    })
    expect((await subscriber.events()).at(-1)).toBe('subscription.updated')
    await moveClock(service, new Date(Date.parse(to) - 1000).toISOString())
    expect(await subscriber.payments()).toHaveLength(1)
    await moveClock(service, to)
    expect(await subscriber.payments()).toMatchObject([
      { amount: 999 },
      { amount: 999, created_at: expect.stringMatching(to.slice(0, 16)) },
    ])
    const renewed = await subscriber.subscription()
    expect(renewed.current_period_start).toBe(to)
    const next = new Date(to)
    next.setUTCMonth(next.getUTCMonth() + 1)
    expect(renewed.next_billing_date).toBe(next.toISOString())
    await endAllSubscriptions(service)
  })

  test('an earlier date shortens the period, and the same date changes nothing', async () => {
    const subscriber = await aSubscriber(service, monthly)
    const to = await inDays(3)

    expect((await move(subscriber.id, to)).body).toMatchObject({ next_billing_date: to, balance: { amount: 0 } })
    const events = await subscriber.events()
    expect((await move(subscriber.id, to)).status).toBe(200)
    expect(await subscriber.events()).toEqual(events)
    await moveClock(service, to)
    expect(await subscriber.payments()).toHaveLength(2)
    await endAllSubscriptions(service)
  })

  test('the end of a trial moves together with the first full charge and its notice', async () => {
    const subscriber = await aSubscriber(service, trial)
    const to = await inDays(20)

    expect((await move(subscriber.id, to)).body).toMatchObject({ status: 'trial', current_period_end: to })
    await moveClock(service, await inDays(12))
    expect(await subscriber.subscription()).toMatchObject({ status: 'trial' })
    await moveClock(service, await inDays(2))
    expect(await subscriber.events()).toContain('subscription.trial_ending')
    await moveClock(service, to)
    expect(await subscriber.subscription()).toMatchObject({ status: 'active', current_period_start: to })
    expect(await subscriber.payments()).toMatchObject([{ amount: 0 }, { amount: 999 }])
    await endAllSubscriptions(service)
  })

  test('a plan change after the move credits the rest of the moved period', async () => {
    const subscriber = await aSubscriber(service, monthly)
    const { current_period_start: start } = await subscriber.subscription()
    const to = new Date(Date.parse(start) + 60 * dayMs).toISOString()
    await move(subscriber.id, to)
    await moveClock(service, new Date(Date.parse(start) + 30 * dayMs).toISOString())
    const dear = await createPlan(
      service,
      aMonthlyPlan({ price: { default: { amount: 2000, currency: 'EUR' }, countries: [] } }),
    )

    const { body } = await service.send('POST', '/subscriptions/preview', {
      body: { subscription: { id: subscriber.id }, plan: { id: dear.id } },
    })

    // The month's price of 1000 has paid for sixty days, of which thirty are left: 500 of credit.
    expect(Math.abs(body.quote.due_now.amount - (2000 - 500))).toBeLessThanOrEqual(1)
    await endAllSubscriptions(service)
  })

  test('a past, present, distant or invalid date is refused, also one with another change, and nothing changes', async () => {
    const subscriber = await aSubscriber(service, monthly)
    const before = await subscriber.subscription()
    const dates = [
      before.current_period_start,
      '2020-01-01',
      await inDays(401),
      'soon',
      '2027-02-30',
      '',
      '+275760-09-13',
    ]
    const refusals = await Promise.all([
      ...dates.flatMap((to) => [move(subscriber.id, to), preview(subscriber.id, to)]),
      move(subscriber.id, await inDays(9), { plan: { id: trial.id } }),
      service.send('PATCH', '/subscriptions', {
        body: { subscription: { id: subscriber.id, status: 'cancelled', next_billing_date: await inDays(9) } },
      }),
      service.send('POST', '/subscriptions/preview', { body: { subscription: { id: subscriber.id } } }),
    ])

    expect(new Set(refusals.map((refusal) => JSON.stringify(statusAndCode(refusal))))).toEqual(
      new Set([JSON.stringify({ status: 400, code: 'invalid_parameter' })]),
    )
    expect(
      statusAndCode(await move(subscriber.id, await inDays(9), { expected: { amount: 999, currency: 'EUR' } })),
    ).toEqual({
      status: 409,
      code: 'amount_changed',
    })
    expect(await subscriber.subscription()).toEqual(before)
  })

  test('a subscription without a next charge is refused, and so is a client token', async () => {
    const subscriber = await aSubscriber(service, monthly)
    const to = await inDays(9)
    const shopper = await aShopper(service, { subscription: { id: subscriber.id } })
    const { body: checkout } = await shopper.look()
    const byShopper = await service.send('PATCH', '/subscriptions', {
      key: checkout.client_token,
      body: { subscription: { id: subscriber.id, next_billing_date: to }, consent: aReceipt(checkout) },
    })
    await service.send('POST', `/subscriptions/schedule-cancel/${subscriber.id}`)
    const ending = [await move(subscriber.id, to), await preview(subscriber.id, to)]
    await service.send('POST', `/subscriptions/cancel/${subscriber.id}`)
    const ended = [await move(subscriber.id, to), await preview(subscriber.id, to)]

    expect(statusAndCode(byShopper)).toEqual({ status: 403, code: 'insufficient_permission' })
    expect([...ending, ...ended].map(statusAndCode)).toEqual(
      Array.from({ length: 4 }, () => ({ status: 409, code: 'subscription_not_changeable' })),
    )
    expect(statusAndCode(await move('sub_none', to))).toMatchObject({ status: 404 })
  })
})
