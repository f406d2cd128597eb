import { expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import type { Processor } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { type RunningService, startService } from '../../support/services/running-service.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, moveClock } from '../../support/stories/subscriber.ts'

const capturedLater = '4000000000007775'
const captureFails = '4000000000006660'
const settlementFails = '4000000000008880'

describeEachDatabase('captures and settlements', (open) => {
  const start = async (change: (sandbox: Processor) => Partial<Processor> = () => ({})) => {
    const database = await open()
    const sandbox = sandboxProcessor({ database: database.db })
    return startService(database, { processor: { ...sandbox, ...change(sandbox) } })
  }
  const payment = async (service: RunningService, id: string) => (await service.send('GET', `/payments/${id}`)).body
  const buyOnce = async (service: RunningService, number: string) => {
    const plan = await createPlan(service, {
      name: 'Atlas',
      type: 'one-off',
      price: { default: { amount: 2500, currency: 'EUR' }, countries: [] },
    })
    const shopper = await aShopper(service, { customer: { email: 'a@example.com' }, plan: { id: plan.id } })
    return (await shopper.pay({ number })).body
  }

  test('an authorized payment already counts as paid, is captured by its own attempt, and settles a day later', async () => {
    const service = await start()
    const { id, payment_status: first } = await buyOnce(service, capturedLater)

    const early = await service.send('POST', `/payments/refund/${id}`, { body: {} })
    await completeAttempts(service.billing)
    const { payment_status: captured } = await payment(service, id)
    await moveClock(service, 'P1DT1H')
    const { payment_status: settled } = await payment(service, id)
    const back = await service.send('POST', `/payments/refund/${id}`, { body: { amount: 2500 } })

    expect(early.body.error.code).toBe('payment_not_refundable')
    expect([first, captured, settled]).toEqual(['AUTHORIZED', 'SETTLING', 'SETTLED'])
    expect(back.body).toMatchObject({ refunded_amount: 2500, refund: { status: 'succeeded' } })
    await service.close()
  })

  test('a capture whose answer was lost is looked up, and is made once', async () => {
    let captures = 0
    const service = await start((sandbox) => ({
      async capture(request) {
        captures += 1
        const outcome = await sandbox.capture(request)
        return captures === 1 ? { kind: 'unknown', message: 'Lost.' } : outcome
      },
    }))
    const { id } = await buyOnce(service, capturedLater)

    await completeAttempts(service.billing)
    const { payment_status: unknown } = await payment(service, id)
    await completeAttempts(service.billing, { aheadSeconds: 10 })

    expect(unknown).toBe('AUTHORIZED')
    expect((await payment(service, id)).payment_status).toBe('SETTLING')
    expect(captures).toBe(1)
    await service.close()
  })

  test('a purchase whose capture fails is FAILED, and an event reports it', async () => {
    const service = await start()
    const { id } = await buyOnce(service, captureFails)

    await completeAttempts(service.billing)
    const { body: events } = await service.send('GET', '/events?limit=1000')

    expect(await payment(service, id)).toMatchObject({
      payment_status: 'FAILED',
      status_reason: { status: 'failed', status_reason: { decline_code: 'processing_error' } },
    })
    expect(events.data.at(-1)).toMatchObject({
      type: 'payment.updated',
      data: { object: { id, payment_status: 'FAILED' } },
    })
    await service.close()
  })

  test('a settlement that fails makes the subscription past due, and its period is charged again, once', async () => {
    const service = await start()
    await moveClock(service, '2027-03-01T10:00:00Z')
    const subscriber = await aSubscriber(service, aMonthlyPlan(), { number: settlementFails })

    await moveClock(service, '2027-03-02T12:00:00Z')
    const owing = await subscriber.subscription()
    await moveClock(service, '2027-03-20T00:00:00Z')
    const [lost, again, ...others] = await subscriber.payments()

    expect(owing).toMatchObject({
      status: 'past_due',
      past_due: { attempt_count: 1 },
      current_period_end: expect.stringMatching(/^2027-04-01T10/),
      next_billing_date: expect.stringMatching(/^2027-03-02T10|^2027-03-03T/),
    })
    expect([lost, again]).toMatchObject([
      { payment_status: 'FAILED', payment_type: 'CIT' },
      { payment_status: 'SETTLED', payment_type: 'MIT', amount: 999 },
    ])
    expect(others).toEqual([])
    expect(await subscriber.subscription()).toMatchObject({
      status: 'active',
      past_due: null,
      current_period_start: expect.stringMatching(/^2027-03-01T10/),
      current_period_end: expect.stringMatching(/^2027-04-01T10/),
      next_billing_date: expect.stringMatching(/^2027-04-01T10/),
    })
    await moveClock(service, '2027-04-02T12:00:00Z')
    expect(await subscriber.payments()).toHaveLength(3)
    await service.close()
  })

  test('a free trial whose method was only verified cannot lose money', async () => {
    const service = await start((sandbox) => ({
      settlements: async (ids) => (await sandbox.settlements(ids)).map((one) => ({ ...one, state: 'failed' as const })),
    }))
    await moveClock(service, '2027-03-01T10:00:00Z')
    const trial = { trial_interval: 'days', trial_interval_count: 14 }
    const subscriber = await aSubscriber(service, { ...aMonthlyPlan(), ...trial })

    await moveClock(service, '2027-03-03T00:00:00Z')

    expect((await subscriber.subscription()).status).toBe('trial')
    expect(await subscriber.payments()).toMatchObject([{ amount: 0, payment_status: 'SETTLED' }])
    await service.close()
  })

  test('a method whose money never settles is given up like a declined one', async () => {
    const service = await start((sandbox) => ({
      settlements: async (ids) => (await sandbox.settlements(ids)).map((one) => ({ ...one, state: 'failed' as const })),
    }))
    await moveClock(service, '2027-03-01T10:00:00Z')
    const subscriber = await aSubscriber(service, aMonthlyPlan())

    await moveClock(service, '2027-08-01T00:00:00Z')

    expect((await subscriber.subscription()).status).toBe('cancelled')
    expect(await subscriber.payments()).toHaveLength(7)
    await service.close()
  })

  test('a subscription whose payment never settled is not resumed for free after it was cancelled', async () => {
    const service = await start()
    await moveClock(service, '2027-03-01T10:00:00Z')
    const subscriber = await aSubscriber(service, aMonthlyPlan(), { number: settlementFails })
    await moveClock(service, '2027-03-02T10:30:00Z')
    await service.send('POST', `/subscriptions/cancel/${subscriber.id}`)

    const { body } = await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id: subscriber.id, status: 'active' } },
    })

    expect(body.status).toBe('active')
    const payments = await subscriber.payments()
    expect(payments.filter((one: { payment_status: string }) => one.payment_status === 'SETTLING')).toHaveLength(1)
    await service.close()
  })

  test('a subscription whose payment never settled ends at once when its end is scheduled, and is not resumed for free', async () => {
    const service = await start()
    await moveClock(service, '2027-03-01T10:00:00Z')
    const subscriber = await aSubscriber(service, aMonthlyPlan(), { number: settlementFails })
    await moveClock(service, '2027-03-02T10:30:00Z')

    const { body: ended } = await service.send('POST', `/subscriptions/schedule-cancel/${subscriber.id}`)
    const { body: back } = await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id: subscriber.id, status: 'active' } },
    })

    expect(ended.status).toBe('cancelled')
    expect(back.status).toBe('active')
    expect(await subscriber.payments()).toMatchObject([{ payment_status: 'FAILED' }, { payment_status: 'SETTLING' }])
    await service.close()
  })

  test('lost money of an exchanged period joins the next charge, including the part that was refunded', async () => {
    const service = await start()
    await moveClock(service, '2027-03-01T10:00:00Z')
    const subscriber = await aSubscriber(service, aMonthlyPlan(), { number: settlementFails })
    const dear = await createPlan(
      service,
      aMonthlyPlan({ price: { default: { amount: 5000, currency: 'EUR' }, countries: [] } }),
    )
    const { body: changed } = await service.send('POST', '/payments', {
      body: {
        customer: { id: subscriber.customerId },
        subscription: { id: subscriber.id },
        plan: { id: dear.id },
      },
    })

    const [first] = await subscriber.payments()
    await service.send('POST', `/payments/refund/${first.id}`, { body: { amount: 300 } })

    await moveClock(service, '2027-03-05T00:00:00Z')
    const { status } = await subscriber.subscription()
    await moveClock(service, '2027-04-02T00:00:00Z')
    const [lost, , next, ...others] = await subscriber.payments()

    expect(changed).toMatchObject({ amount: 5000 - 999, payment_status: 'SETTLING' })
    expect(lost.payment_status).toBe('FAILED')
    expect(status).toBe('active')
    // The lost payment of 999 had already become credit for this period, so the 999 are owed, and also the 300 that were refunded.
    expect(next).toMatchObject({ amount: 5000 + 999 + 300, payment_type: 'MIT' })
    expect(others).toEqual([])
    await service.close()
  })

  test('a subscription that is scheduled to end and whose payment never settles ends at once', async () => {
    const service = await start()
    await moveClock(service, '2027-03-01T10:00:00Z')
    const subscriber = await aSubscriber(service, aMonthlyPlan(), { number: settlementFails })
    await service.send('POST', `/subscriptions/schedule-cancel/${subscriber.id}`)

    await moveClock(service, '2027-03-02T12:00:00Z')

    expect((await subscriber.subscription()).status).toBe('cancelled')
    await service.close()
  })

  test('money that never settled during the next charge is still owed, in addition to that charge', async () => {
    let isOnItsWay = false
    let isLost = false
    const service = await start((sandbox) => ({
      async authorize(request) {
        const outcome = await sandbox.authorize(request)
        if (request.initiator === 'CIT' || isLost) return outcome
        isOnItsWay = true
        return { kind: 'unknown', message: 'Lost.' }
      },
      lookUp: async (reference) => (isLost ? sandbox.lookUp(reference) : { kind: 'unknown', message: 'Lost.' }),
      async settlements(ids) {
        const [first] = isOnItsWay && !isLost ? ids : []
        isLost ||= first !== undefined
        return ids.flatMap((transactionId) =>
          isLost ? { transactionId, state: transactionId === first ? ('failed' as const) : ('settled' as const) } : [],
        )
      },
    }))
    await moveClock(service, '2027-03-01T10:00:00Z')
    const subscriber = await aSubscriber(service, aMonthlyPlan({ interval: 'days', interval_count: 2 }))
    await moveClock(service, '2027-03-06T00:00:00Z')

    expect(await subscriber.payments()).toMatchObject([
      { amount: 999, payment_status: 'FAILED' },
      { amount: 999, payment_type: 'MIT' },
      { amount: 999 + 999, payment_type: 'MIT' },
    ])
    expect(await subscriber.subscription()).toMatchObject({ status: 'active', past_due: null })
    await service.close()
  })

  test('money that has not settled is queried again until it settles', async () => {
    let asked = 0
    const service = await start((sandbox) => ({
      async settlements(ids) {
        asked += 1
        return asked < 3 ? [] : sandbox.settlements(ids)
      },
    }))
    const { id } = await buyOnce(service, '4242424242424242')

    await moveClock(service, 'P1DT1M')
    const { payment_status: early } = await payment(service, id)
    await moveClock(service, 'PT3H')

    expect([early, (await payment(service, id)).payment_status]).toEqual(['SETTLING', 'SETTLED'])
    await service.close()
  })

  test('a renewal that succeeds after the subscription was cancelled is voided if it was only authorized', async () => {
    const database = await open()
    const scripted = aScriptedProcessor(database)
    const service = await startService(database, { processor: scripted })
    await moveClock(service, '2027-03-01T10:00:00Z')
    const subscriber = await aSubscriber(service, aMonthlyPlan(), { number: capturedLater })
    scripted.script.push('lose after')
    scripted.isDown = true
    await moveClock(service, '2027-04-01T10:00:01Z')
    await service.send('POST', `/subscriptions/cancel/${subscriber.id}`)
    scripted.isDown = false

    for (const seconds of [120, 240]) {
      await completeAttempts(service.billing, { aheadSeconds: seconds })
    }

    const [, renewal] = await subscriber.payments()
    expect(renewal).toMatchObject({ payment_status: 'CANCELLED', refunded_amount: 0 })
    expect((await subscriber.subscription()).status).toBe('cancelled')
    await service.close()
  })
})
