import { beforeAll, expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { changesAt, resultCodeOf, monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { createPlan } from '../../support/stories/shopper.ts'
import {
  aScriptedProcessor,
  aSubscriber,
  moveClock,
  endAllSubscriptions,
  type ScriptedProcessor,
} from '../../support/stories/subscriber.ts'

describeUsualDatabase('changes of plan at the end of the period (updateSubscription)', (open) => {
  let processor: ScriptedProcessor
  const service = useService(open, (database) => {
    processor = aScriptedProcessor(database)
    return { processor }
  })
  const { aChange, patch } = changesAt(() => service)
  let dear: { id: string; name: string }
  let cheap: { id: string; name: string }
  let trial: { id: string }
  beforeAll(async () => {
    await moveClock(service, '2027-03-01T10:00:00Z')
    dear = await createPlan(service, monthlyPlanAt(2000, { name: 'Dear' }))
    cheap = await createPlan(service, monthlyPlanAt(500, { name: 'Cheap' }))
    trial = await createPlan(service, monthlyPlanAt(2000, { trial_interval: 'days', trial_interval_count: 7 }))
  })

  type Subscriber = Awaited<ReturnType<typeof aSubscriber>>
  const send = (body: object) => service.send('PATCH', '/subscriptions', { body })
  const schedule = ({ id }: Subscriber, plan: { id: string }) =>
    send({ subscription: { id, proration_billing_mode: 'at_period_end' }, plan: { id: plan.id } })
  const undo = ({ id }: Subscriber) => send({ subscription: { id, scheduled_change: null } })
  const preview = ({ id }: Subscriber, plan: { id: string }) =>
    service.send('POST', '/subscriptions/preview', {
      body: { subscription: { id, proration_billing_mode: 'at_period_end' }, plan: { id: plan.id } },
    })
  const toTheEndOf = async (subscriber: Subscriber) => {
    const { current_period_end: end } = await subscriber.subscription()
    await moveClock(service, end)
  }

  test('a scheduled change is previewed, does not change the running period, and the renewal is for the new plan', async () => {
    const subscriber = await aSubscriber(service, dear)
    const before = await subscriber.subscription()
    expect(before.scheduled_change).toBeNull()

    const previewed = await preview(subscriber, cheap)
    const scheduled = await schedule(subscriber, cheap)

    expect(previewed).toMatchObject({
      status: 200,
      body: {
        quote: {
          due_now: { amount: 0 },
          next_charge: { amount: 500, at: before.current_period_end },
          recurring: { amount: 500 },
        },
        restarts_cycle: false,
        steps: expect.arrayContaining([
          {
            text: `The plan changes at ${before.current_period_end}; until then the subscription stays as it is.`,
            amount: 0,
          },
        ]),
      },
    })
    expect(scheduled.status).toBe(200)
    expect(scheduled.body).toEqual({
      ...before,
      updated_at: scheduled.body.updated_at,
      scheduled_change: {
        plan: { ...before.plan, id: cheap.id, name: 'Cheap', price: { amount: 500, currency: 'EUR' } },
        quantity: 1,
        at: before.current_period_end,
      },
    })
    expect((await subscriber.events()).at(-1)).toBe('subscription.change_scheduled')
    expect(await subscriber.payments()).toHaveLength(1)

    await toTheEndOf(subscriber)

    expect(await subscriber.subscription()).toMatchObject({
      status: 'active',
      plan: { id: cheap.id, price: { amount: 500 } },
      scheduled_change: null,
      current_period_start: before.current_period_end,
      balance: { amount: 0 },
    })
    expect(await subscriber.payments()).toMatchObject([{ amount: 500 }, { amount: 2000 }].toReversed())
    await endAllSubscriptions(service)
  })

  test('every operation that returns a subscription shows its scheduled change', async () => {
    const subscriber = await aSubscriber(service, dear)
    const { body } = await schedule(subscriber, cheap)

    const shown = { id: subscriber.id, scheduled_change: body.scheduled_change }
    const listed = await service.send(
      'GET',
      `/subscriptions?scheduled_change=true&customer_id=${subscriber.customerId}`,
    )
    const others = await service.send(
      'GET',
      `/subscriptions?scheduled_change=false&customer_id=${subscriber.customerId}`,
    )
    const payments = await service.send('GET', `/payments?subscription_id=${subscriber.id}`)
    const customers = await service.send('GET', `/customers?search=${subscriber.customerId}`)
    const customer = await service.send('GET', `/customers/${subscriber.customerId}`)

    expect(body.scheduled_change.plan.id).toBe(cheap.id)
    expect(await subscriber.subscription()).toMatchObject(shown)
    expect(listed.body.data).toMatchObject([shown])
    expect(others.body.data).toEqual([])
    expect(payments.body.data).toMatchObject([{ subscription: shown }])
    expect(customers.body.data).toMatchObject([{ subscriptions: [shown] }])
    expect(customer.body).toMatchObject({ subscriptions: [shown] })
    await endAllSubscriptions(service)
  })

  test('a scheduled change that is taken back leaves only events', async () => {
    const subscriber = await aSubscriber(service, dear)
    const before = await subscriber.subscription()
    await schedule(subscriber, cheap)

    const undone = await undo(subscriber)
    const again = await undo(subscriber)

    expect(undone.body).toEqual({ ...before, updated_at: undone.body.updated_at })
    expect(again.body).toEqual(undone.body)
    expect((await subscriber.events()).slice(-2)).toEqual(['subscription.change_scheduled', 'subscription.updated'])
    await toTheEndOf(subscriber)
    expect(await subscriber.payments()).toMatchObject([{ amount: 2000 }, { amount: 2000 }])
    await endAllSubscriptions(service)
  })

  test('a change in the trial waits for the end of the trial', async () => {
    const subscriber = await aSubscriber(service, trial)
    const { body } = await schedule(subscriber, cheap)
    expect(body).toMatchObject({ status: 'trial', scheduled_change: { at: body.current_period_end } })

    await toTheEndOf(subscriber)

    expect(await subscriber.subscription()).toMatchObject({ status: 'active', plan: { id: cheap.id } })
    expect(await subscriber.payments()).toMatchObject([{ amount: 0 }, { amount: 500 }])
    await endAllSubscriptions(service)
  })

  test('a declined renewal leaves the subscription past due on the new plan, whose price is retried', async () => {
    const subscriber = await aSubscriber(service, dear, { number: '4000000000000341' })
    await schedule(subscriber, cheap)

    await toTheEndOf(subscriber)

    expect(await subscriber.subscription()).toMatchObject({
      status: 'past_due',
      plan: { id: cheap.id },
      scheduled_change: null,
    })
    expect((await subscriber.payments()).at(-1)).toMatchObject({ amount: 500, payment_status: 'DECLINED' })
    await endAllSubscriptions(service)
  })

  test('a second schedule replaces the first, and the same one changes nothing', async () => {
    const subscriber = await aSubscriber(service, dear)
    const other = await createPlan(service, monthlyPlanAt(700))
    await schedule(subscriber, cheap)
    const replaced = await schedule(subscriber, other)
    const events = await subscriber.events()

    expect((await schedule(subscriber, other)).body).toEqual(replaced.body)
    expect(await subscriber.events()).toEqual(events)
    expect(replaced.body.scheduled_change.plan.id).toBe(other.id)
    await endAllSubscriptions(service)
  })

  test.each([
    ['an immediate change of plan', ({ id }: Subscriber) => patch(id, { planId: trial.id })],
    ['a cancellation', ({ id }: Subscriber) => patch(id, { status: 'cancelled' })],
    ['a scheduled cancellation', ({ id }: Subscriber) => patch(id, { status: 'scheduled_for_cancellation' })],
    [
      'another billing date',
      ({ id }: Subscriber) =>
        send({ subscription: { id, next_billing_date: new Date(Date.parse(later)).toISOString() } }),
    ],
    [
      'a change that is charged at once',
      ({ id, customerId }: Subscriber) =>
        service.send('POST', '/payments', {
          body: { customer: { id: customerId }, subscription: { id }, plan: { id: trial.id } },
        }),
    ],
  ])('%s removes the scheduled change', async (_, remove) => {
    const subscriber = await aSubscriber(service, dear)
    later = (await subscriber.subscription()).current_period_end.replace(/T.*/, 'T23:00:00.000Z')
    await schedule(subscriber, cheap)

    expect((await remove(subscriber)).status).toBe(200)

    expect(await subscriber.subscription()).toMatchObject({ scheduled_change: null })
    await endAllSubscriptions(service)
  })
  let later = ''

  test('the price and the sale are fixed when the change is scheduled, even if the plan is archived later', async () => {
    const subscriber = await aSubscriber(service, dear)
    const plan = await createPlan(service, monthlyPlanAt(600))
    await schedule(subscriber, plan)
    await service.send('PATCH', `/plans/${plan.id}`, { body: { archived: true } })

    await toTheEndOf(subscriber)

    expect(await subscriber.subscription()).toMatchObject({ status: 'active', plan: { id: plan.id } })
    expect(resultCodeOf(await schedule(await aSubscriber(service, dear), plan))).toBe('plan_archived')
    await endAllSubscriptions(service)
  })

  test('what cannot wait for the end of a period is refused, and nothing changes', async () => {
    const ended = await aSubscriber(service, dear)
    await patch(ended.id, { status: 'scheduled_for_cancellation' })
    const living = await aSubscriber(service, dear)
    const inYen = await createPlan(
      service,
      monthlyPlanAt(0, { price: { default: { amount: 900, currency: 'JPY' }, countries: [] } }),
    )
    const before = await living.subscription()

    expect(resultCodeOf(await schedule(ended, cheap))).toBe('subscription_not_changeable')
    expect(resultCodeOf(await preview(ended, cheap))).toBe('subscription_not_changeable')
    expect(resultCodeOf(await schedule(living, inYen))).toBe('currency_mismatch')
    expect(resultCodeOf(await schedule(living, { id: 'price_unknown' }))).toBe('not_found')
    for (const subscription of [
      { scheduled_change: null, status: 'active' },
      { proration_billing_mode: 'at_period_end' },
      { proration_billing_mode: 'do_not_bill' },
      { scheduled_change: { plan: { id: cheap.id } } },
    ])
      expect(resultCodeOf(await send({ subscription: { id: living.id, ...subscription } }))).toBe('invalid_parameter')
    expect(await living.subscription()).toEqual(before)
    await endAllSubscriptions(service)
  })

  test('nothing is scheduled while a charge is tried again at its frozen price', async () => {
    const subscriber = await aSubscriber(service, dear)
    processor.script.push('fail')
    await toTheEndOf(subscriber)
    expect(await subscriber.subscription()).toMatchObject({ status: 'active' })
    expect((await subscriber.payments()).at(-1)).toMatchObject({ payment_status: 'FAILED' })

    expect(resultCodeOf(await schedule(subscriber, cheap))).toBe('payment_in_progress')
    expect(resultCodeOf(await preview(subscriber, cheap))).toBe('payment_in_progress')

    await moveClock(service, 'PT2H')
    expect((await schedule(subscriber, cheap)).status).toBe(200)
    await endAllSubscriptions(service)
  })

  test('the shopper schedules with consent and nothing due; a different method is quoted at the scheduled price', async () => {
    const subscriber = await aSubscriber(service, dear)
    const now = await aChange(subscriber, cheap, 'full_next_billing_period')
    const change = await aChange(subscriber, cheap, 'at_period_end')
    expect(change.seen.body).toMatchObject({
      purpose: 'change_plan',
      quote: { due_now: { amount: 0 }, next_charge: { amount: 500 } },
    })
    // A shopper who agreed to one billing mode has not agreed to the other.
    expect(change.seen.body.quote.hash).not.toBe(now.seen.body.quote.hash)

    const changed = await change.patch()

    expect(changed).toMatchObject({
      status: 200,
      body: { plan: { id: dear.id }, scheduled_change: { plan: { id: cheap.id } } },
    })
    const consents = await service.send('GET', `/consents?subscription_id=${subscriber.id}`)
    expect(consents.body.data[0]).toMatchObject({ quote_hash: change.seen.body.quote.hash })
    const { body: other } = await service.send('POST', '/client-session', {
      body: { customer: { id: subscriber.customerId }, subscription: { id: subscriber.id } },
    })
    const seen = await service.send('GET', `/checkout/${other.id}`, { key: other.client_token })
    expect(seen.body).toMatchObject({
      purpose: 'update_method',
      quote: { due_now: { amount: 0 }, next_charge: { amount: 500 }, recurring: { amount: 500 } },
    })
    await toTheEndOf(subscriber)
    expect((await subscriber.payments()).at(-1)).toMatchObject({
      amount: 500,
      payment_status: expect.stringMatching(/^SETTL/),
    })
    await endAllSubscriptions(service)
  })
})
