import { expect, test } from 'vitest'
import { describeUsualDatabase } from '../support/databases/databases.ts'
import { startService } from '../support/services/running-service.ts'
import { aMonthlyPlan, aShopper } from '../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, type ChargeFault, moveClock } from '../support/stories/subscriber.ts'

describeUsualDatabase('dunning', (open) => {
  /** A subscription made on 1 March 2027 at ten, whose renewal is due on 1 April. */
  const aSubscription = async ({ plan = aMonthlyPlan(), settings = {} } = {}, ...script: ChargeFault[]) => {
    const database = await open()
    const processor = aScriptedProcessor(database)
    processor.script.push(...script)
    const service = await startService(database, { processor, settings })
    await moveClock(service, '2027-03-01T10:00:00Z')
    const subscriber = await aSubscriber(service, plan)
    return { service, processor, subscriber, move: (to: string) => moveClock(service, to) }
  }
  const declines = (count: number): ChargeFault[] => Array.from({ length: count }, () => 'decline')

  test('a declined renewal makes the subscription past due, and is retried the next day', async () => {
    const { subscriber, move, service } = await aSubscription({}, 'decline')

    await move('2027-04-01T12:00:00Z')

    expect(await subscriber.subscription()).toMatchObject({
      status: 'past_due',
      past_due: { attempt_count: 1, max_attempts_count: 7 },
      next_billing_date: expect.stringMatching(/^2027-04-02T10:00/),
      current_period_end: expect.stringMatching(/^2027-04-01T10:00/),
    })
    expect(await subscriber.events()).toContain('subscription.past_due')
    await service.close()
  })

  test('tries fall on days 0, 1, 3, 7, 14, 21 and 30, and the last decline cancels', async () => {
    const { subscriber, move, service } = await aSubscription({}, ...declines(7))

    await move('2027-06-01T00:00:00Z')

    const [, ...tries] = await subscriber.payments()
    expect(tries.map((payment: { created_at: string }) => payment.created_at.slice(5, 10))).toEqual([
      '04-01',
      '04-02',
      '04-04',
      '04-08',
      '04-15',
      '04-22',
      '05-01',
    ])
    expect(await subscriber.subscription()).toMatchObject({
      status: 'cancelled',
      next_billing_date: null,
      past_due: null,
    })
    expect((await subscriber.events()).at(-1)).toBe('subscription.cancelled')
    await service.close()
  })

  test('the organization sets the days, and with them the number of retries', async () => {
    const { subscriber, move, service } = await aSubscription({ settings: { dunning_days: [0, 2] } }, ...declines(2))

    await move('2027-04-02T00:00:00Z')
    const first = await subscriber.subscription()
    await move('2027-04-04T00:00:00Z')

    expect(first).toMatchObject({ past_due: { attempt_count: 1, max_attempts_count: 2 } })
    expect((await subscriber.subscription()).status).toBe('cancelled')
    await service.close()
  })

  test('a retry that succeeds keeps the billing anchor', async () => {
    const { subscriber, move, service } = await aSubscription({}, 'decline', 'decline')

    await move('2027-04-05T00:00:00Z')

    expect(await subscriber.subscription()).toMatchObject({
      status: 'active',
      past_due: null,
      current_period_start: expect.stringMatching(/^2027-04-01T10:00/),
      next_billing_date: expect.stringMatching(/^2027-05-01T10:00/),
    })
    await service.close()
  })

  test('an owed price stays frozen, however the plan changes meanwhile', async () => {
    const { subscriber, move, service } = await aSubscription({}, 'decline')
    const dearer = await service.send('POST', '/plans', {
      body: aMonthlyPlan({ name: 'Dearer', price: { default: { amount: 5000, currency: 'EUR' }, countries: [] } }),
    })

    await move('2027-04-01T12:00:00Z')
    await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id: subscriber.id }, plan: { id: dearer.body.id } },
    })
    await move('2027-05-02T00:00:00Z')

    const amounts = (await subscriber.payments()).map((payment: { amount: number }) => payment.amount)
    expect(amounts).toEqual([999, 999, 999, 5000])
    await service.close()
  })

  test('an issuer’s advice not to retry stops the retries, but not the thirty days', async () => {
    const { subscriber, move, service } = await aSubscription({}, 'hard decline')

    await move('2027-04-30T00:00:00Z')
    const waiting = await subscriber.subscription()
    await move('2027-05-01T12:00:00Z')

    expect(waiting).toMatchObject({ status: 'past_due', next_billing_date: null, past_due: { attempt_count: 1 } })
    expect(await subscriber.payments()).toHaveLength(2)
    expect((await subscriber.subscription()).status).toBe('cancelled')
    await service.close()
  })

  test('a recovery checkout pays for the plan and restarts the cycle', async () => {
    const { subscriber, move, service } = await aSubscription({}, 'hard decline')
    await move('2027-04-11T10:00:00Z')

    const shopper = await aShopper(service, { subscription: { id: subscriber.id } })
    const checkout = await shopper.look()
    const paid = await shopper.pay({ exp_year: 2090 })
    await move('2027-05-20T00:00:00Z')

    expect(checkout.body.purpose).toBe('recover')
    expect(paid.body).toMatchObject({ payment_status: 'SETTLING', amount: 999, subscription: { status: 'active' } })
    expect(await subscriber.subscription()).toMatchObject({
      status: 'active',
      current_period_start: expect.stringMatching(/^2027-05-11T10:00/),
    })
    await service.close()
  })

  test('periods that pass while a weekly subscription is past due are skipped, not added up', async () => {
    const weekly = aMonthlyPlan({ interval: 'days', interval_count: 7 })
    const { subscriber, move, service } = await aSubscription({ plan: weekly }, ...declines(5))

    await move('2027-03-30T00:00:00Z')

    expect(await subscriber.payments()).toHaveLength(7)
    expect(await subscriber.subscription()).toMatchObject({
      status: 'active',
      current_period_start: expect.stringMatching(/^2027-03-29T10:00/),
      current_period_end: expect.stringMatching(/^2027-04-05T10:00/),
    })
    expect((await subscriber.events()).filter((type) => type === 'subscription.period_skipped')).toHaveLength(3)
    await service.close()
  })

  test('a technical failure is retried after 1, 6 and 24 hours without counting, and then counts', async () => {
    const { subscriber, move, service } = await aSubscription({}, 'fail', 'fail', 'fail', 'fail')

    await move('2027-04-02T16:00:00Z')
    const uncounted = await subscriber.subscription()
    await move('2027-04-02T18:00:00Z')

    expect(
      (await subscriber.payments()).slice(1).map((payment: { created_at: string }) => payment.created_at.slice(5, 13)),
    ).toEqual(['04-01T10', '04-01T11', '04-01T17', '04-02T17'])
    expect(uncounted).toMatchObject({ status: 'active', next_billing_date: expect.stringMatching(/^2027-04-02T17/) })
    expect(await subscriber.subscription()).toMatchObject({ status: 'past_due', past_due: { attempt_count: 1 } })
    await service.close()
  })

  test('a trial whose first charge is declined is past due, and its payment covers the period from the trial’s end', async () => {
    const trial = aMonthlyPlan({ trial_interval: 'days', trial_interval_count: 10 })
    const { subscriber, move, service } = await aSubscription({ plan: trial }, 'decline')

    await move('2027-03-11T12:00:00Z')
    const declined = await subscriber.subscription()
    await move('P2D')

    expect(declined.status).toBe('past_due')
    expect(await subscriber.subscription()).toMatchObject({
      status: 'active',
      current_period_start: expect.stringMatching(/^2027-03-11T10:00/),
      current_period_end: expect.stringMatching(/^2027-04-11T10:00/),
    })
    await service.close()
  })

  test('while the outcome of a renewal is unknown, no further period falls due', async () => {
    const { subscriber, move, service, processor } = await aSubscription({}, 'lose after')
    processor.isDown = true

    await move('2027-05-15T00:00:00Z')
    const waiting = await subscriber.payments()
    processor.isDown = false
    await move('PT1H')

    expect(waiting).toMatchObject([{ payment_status: 'SETTLED' }, { payment_status: 'PENDING' }])
    expect(await subscriber.payments()).toHaveLength(2)
    expect(await subscriber.subscription()).toMatchObject({
      status: 'active',
      current_period_end: expect.stringMatching(/^2027-06-01T10:00/),
    })
    await service.close()
  })

  test('a subscription scheduled for cancellation ends with its period and is never charged again', async () => {
    const { subscriber, move, service, processor } = await aSubscription()
    await service.send('POST', `/subscriptions/schedule-cancel/${subscriber.id}`)

    await move('2027-03-31T00:00:00Z')
    const before = await subscriber.subscription()
    const { ran } = await move('2027-05-01T00:00:00Z')

    expect(before.status).toBe('scheduled_for_cancellation')
    expect((await subscriber.subscription()).status).toBe('cancelled')
    expect(ran).toContainEqual({
      at: expect.stringMatching(/^2027-04-01T10:00/),
      what: 'subscription.cancelled',
      id: subscriber.id,
    })
    expect(processor.charged).toEqual([])
    await service.close()
  })

  test('a cancellation during a renewal of unknown outcome is recorded at once, and its charge is refunded automatically', async () => {
    const { subscriber, move, service, processor } = await aSubscription()
    processor.script.push('lose after')
    processor.isDown = true

    await move('2027-04-01T10:30:00Z')
    const cancelled = await service.send('POST', `/subscriptions/cancel/${subscriber.id}`)
    processor.isDown = false
    await move('P1D')

    expect(cancelled.body.status).toBe('cancelled')
    expect((await subscriber.subscription()).status).toBe('cancelled')
    expect((await subscriber.payments()).at(-1)).toMatchObject({
      amount: 999,
      refunded_amount: 999,
      refund: { status: 'succeeded' },
    })
    await service.close()
  })
})
