import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../support/databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, moveClock, type ScriptedProcessor } from '../support/stories/subscriber.ts'
import { useService } from '../support/services/use-service.ts'

describeEachDatabase('the life of a subscription', (open) => {
  let processor: ScriptedProcessor
  let reader: Awaited<ReturnType<typeof aSubscriber>>
  let dearer: { readonly id: string }
  const service = useService(open, (database) => {
    processor = aScriptedProcessor(database)
    return { processor }
  })
  beforeAll(async () => {
    await moveClock(service, '2027-01-17T09:30:00Z')
    const trial = { trial_interval: 'days', trial_interval_count: 14 }
    reader = await aSubscriber(service, aMonthlyPlan(trial))
    dearer = await createPlan(
      service,
      aMonthlyPlan({ name: 'Library', price: { default: { amount: 1999, currency: 'EUR' }, countries: [] } }),
    )
  })

  const amounts = async () => (await reader.payments()).map((payment: { amount: number }) => payment.amount)

  test('begins on 17 January as a free trial of a fortnight, which verifies the card', async () => {
    expect(await amounts()).toEqual([0])
    expect(await reader.subscription()).toMatchObject({
      status: 'trial',
      current_period_end: expect.stringMatching(/^2027-01-31T09:30/),
    })
  })

  test('allows the merchant to notify the customer a week before the trial ends', async () => {
    await moveClock(service, '2027-01-24T12:00:00Z')

    expect(await reader.events()).toEqual(['subscription.created', 'subscription.trial_ending'])
  })

  test('is active after the first month is paid on 31 January', async () => {
    await moveClock(service, '2027-02-01T00:00:00Z')

    expect(await amounts()).toEqual([0, 999])
    expect(await reader.subscription()).toMatchObject({
      status: 'active',
      next_billing_date: expect.stringMatching(/^2027-02-28T09:30/),
    })
  })

  test('renews on the last of February and on the 31st of March', async () => {
    const { ran } = await moveClock(service, '2027-04-01T00:00:00Z')

    const renewed = ran.filter(({ what }) => what === 'subscription.renewed').map(({ at }) => at.slice(0, 10))
    expect(renewed).toEqual(['2027-02-28', '2027-03-31'])
  })

  test('is declined by the bank at the end of April, and again on the days after', async () => {
    processor.script.push('decline', 'decline', 'decline')

    await moveClock(service, '2027-05-04T00:00:00Z')

    expect(await reader.subscription()).toMatchObject({
      status: 'past_due',
      past_due: { attempt_count: 3, max_attempts_count: 7 },
      next_billing_date: expect.stringMatching(/^2027-05-07T09:30/),
    })
  })

  test('is paid on 5 May with another card at a recovery checkout, and the cycle restarts', async () => {
    await moveClock(service, '2027-05-05T08:00:00Z')
    const shopper = await aShopper(service, { subscription: { id: reader.id } })

    const paid = await shopper.pay({ number: '5555555555554444', exp_year: 2090 })

    expect(paid.body).toMatchObject({ amount: 999, payment_status: 'SETTLING' })
    expect(await reader.subscription()).toMatchObject({
      status: 'active',
      past_due: null,
      next_billing_date: expect.stringMatching(/^2027-06-05T08:00/),
    })
  })

  test('is paid in June with the new card', async () => {
    await moveClock(service, '2027-06-06T00:00:00Z')

    expect((await reader.payments()).at(-1)).toMatchObject({
      payment_type: 'MIT',
      amount: 999,
      payment_method: { details: { last4: '4444' } },
    })
  })

  test('changes to the more expensive plan half-way through June, and the customer pays the difference', async () => {
    await moveClock(service, '2027-06-20T08:00:00Z')
    const shopper = await aShopper(service, {
      customer: { id: reader.customerId },
      subscription: { id: reader.id },
      plan: { id: dearer.id },
    })

    const paid = await shopper.pay({ number: '5555555555554444', exp_year: 2090 })

    // Half of the 30 days from 5 June are left: 1999 − 999 ÷ 2, to the second.
    expect(Math.abs(paid.body.amount - 1499)).toBeLessThanOrEqual(1)
    expect(await reader.subscription()).toMatchObject({
      status: 'active',
      plan: { id: dearer.id, price: { amount: 1999 } },
    })
  })

  test('renews on the more expensive plan a month after the change', async () => {
    await moveClock(service, '2027-07-21T00:00:00Z')

    expect((await reader.payments()).at(-1)).toMatchObject({
      amount: 1999,
      created_at: expect.stringMatching(/^2027-07-20T08:00/),
    })
  })

  test('is cancelled in July and resumed the next day, and renews in August as though it had never been cancelled', async () => {
    await service.send('POST', `/subscriptions/schedule-cancel/${reader.id}`)
    await moveClock(service, 'P1D')
    await service.send('PATCH', '/subscriptions', { body: { subscription: { id: reader.id, status: 'active' } } })

    await moveClock(service, '2027-08-21T00:00:00Z')

    expect((await reader.payments()).at(-1)).toMatchObject({
      amount: 1999,
      created_at: expect.stringMatching(/^2027-08-20T08:00/),
    })
  })

  test('runs to the end of its paid time after its cancellation, and is never charged again', async () => {
    await service.send('POST', `/subscriptions/schedule-cancel/${reader.id}`)
    const before = await amounts()

    await moveClock(service, '2027-09-20T00:00:00Z')
    const lastDay = await reader.subscription()
    await moveClock(service, '2028-03-01T00:00:00Z')

    expect(lastDay.status).toBe('scheduled_for_cancellation')
    expect(await reader.subscription()).toMatchObject({ status: 'cancelled', next_billing_date: null })
    expect(await amounts()).toEqual(before)
  })

  test('wrote an event for every step, in order', async () => {
    const told = await reader.events()

    expect(told.filter((type) => type !== 'subscription.updated')).toEqual([
      'subscription.created',
      'subscription.trial_ending',
      ...Array.from({ length: 3 }, () => 'subscription.renewal_upcoming'),
      'subscription.past_due',
      ...Array.from({ length: 3 }, () => 'subscription.renewal_upcoming'),
      'subscription.cancelled',
    ])
  })
})
