import { describe, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { aBuyer, anEmail, createPlan } from '../../support/stories/shopper.ts'
import {
  aScriptedProcessor,
  aSubscriber,
  moveClock,
  endAllSubscriptions,
  type ScriptedProcessor,
} from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const didCharge = '4000000000006975'
const weekly = { interval: 'days', interval_count: 7 }
const weekMillis = 7 * 86_400_000

describeUsualDatabase('an outcome that arrives weeks late', (open) => {
  let processor: ScriptedProcessor
  const service = useService(open, (database) => ({ processor: (processor = aScriptedProcessor(database)) }))

  /** Lets time pass in which the processor answers no query, then queries it again. */
  const passUnknown = async (duration: string) => {
    processor.isDown = true
    const { ran } = await moveClock(service, duration)
    processor.isDown = false
    await completeAttempts(service.billing, { aheadSeconds: 5 * 3600 })
    return ran
  }
  const now = async () => Date.parse((await service.send('GET', '/sandbox/clock')).body.now)
  const find = async (id: string) => (await service.send('GET', `/subscriptions/${id}`)).body
  const chargesOf = async (id: string) =>
    (await service.send('GET', `/payments?payment_status_set=${id}&order=asc`)).body.data as { amount: number }[]
  const skippedOf = async (id: string) => {
    const { body } = await service.send('GET', '/events?type=subscription.period_skipped&limit=1000')
    return body.data.filter((event: { data: { object: { id: string } } }) => event.data.object.id === id)
  }
  /** A shopper who buys a plan and whose payment's outcome is unknown. */
  const buy = async (plan: object) => {
    const shopper = await aBuyer(service, (await createPlan(service, plan)).id, { customer: { email: anEmail() } })
    processor.isDown = true
    const { body } = await shopper.pay({ number: didCharge, exp_year: 2090 })
    expect(body.payment_status).toBe('PENDING')
    return body.id as string
  }
  const subscriptionOf = async (paymentId: string): Promise<string> =>
    (await service.send('GET', `/payments/${paymentId}`)).body.subscription.id

  test('starts a purchase at the outcome, so that no earlier week is charged', async () => {
    const paymentId = await buy(monthlyPlanAt(700, weekly))

    await passUnknown('P24D')

    const id = await subscriptionOf(paymentId)
    const subscription = await find(id)
    expect(Math.abs(Date.parse(subscription.current_period_start) - (await now()))).toBeLessThan(60_000)
    expect(Date.parse(subscription.current_period_end) - Date.parse(subscription.current_period_start)).toBe(weekMillis)
    expect(await skippedOf(id)).toHaveLength(1)
    await moveClock(service, 'P6D')
    expect(await chargesOf(id)).toHaveLength(1)
    await moveClock(service, 'P2D')
    expect(await chargesOf(id)).toHaveLength(2)
  })

  test('gives a trial its full length', async () => {
    const paymentId = await buy(monthlyPlanAt(700, { trial_interval: 'days', trial_interval_count: 7 }))

    await passUnknown('P10D')

    const id = await subscriptionOf(paymentId)
    const { status, next_billing_date: next } = await find(id)
    expect(status).toBe('trial')
    expect(Math.abs(Date.parse(next) - (await now()) - weekMillis)).toBeLessThan(60_000)
  })

  test('keeps the dates of a purchase whose first period still runs', async () => {
    const paymentId = await buy(monthlyPlanAt(700))

    await passUnknown('P10D')

    const { body: payment } = await service.send('GET', `/payments/${paymentId}`)
    const subscription = await find(payment.subscription.id)
    expect(subscription.current_period_start).toBe(payment.created_at)
    expect(await skippedOf(subscription.id)).toEqual([])
  })

  test('starts a change to a daily plan at the outcome, without a backlog of days', async () => {
    const subscriber = await aSubscriber(service, monthlyPlanAt(300, { interval: 'days', interval_count: 30 }))
    const { id } = await createPlan(service, monthlyPlanAt(500, { interval: 'days', interval_count: 1 }))
    const daily = { id }
    processor.isDown = true
    processor.script.push('lose after')
    const { body: change } = await service.send('POST', '/payments', {
      body: { customer: { id: subscriber.customerId }, plan: daily, subscription: { id: subscriber.id } },
    })
    expect(change).toMatchObject({ payment_status: 'PENDING' })

    await passUnknown('P45D')

    const { status, current_period_start: start } = await find(subscriber.id)
    expect(status).toBe('active')
    expect(Math.abs(Date.parse(start) - (await now()))).toBeLessThan(60_000)
    await moveClock(service, 'PT12H')
    expect(await chargesOf(subscriber.id)).toHaveLength(2)
  })

  test('is the answer to a repeated request, which was PENDING until then', async () => {
    const subscriber = await aSubscriber(service, monthlyPlanAt(300))
    const { id } = await createPlan(service, monthlyPlanAt(900))
    const send = () =>
      service.send('POST', '/payments', {
        headers: { 'Idempotency-Key': `late ${subscriber.id}` },
        body: { customer: { id: subscriber.customerId }, plan: { id }, subscription: { id: subscriber.id } },
      })
    processor.isDown = true
    processor.script.push('lose after')

    const [first, waiting] = [await send(), await send()]
    await passUnknown('P10D')
    const [later, again] = [await send(), await send()]

    expect([first, waiting].map(({ body }) => body.payment_status)).toEqual(['PENDING', 'PENDING'])
    expect(later.body).toMatchObject({ id: first.body.id, payment_status: 'SETTLING' })
    expect(again.body).toEqual(later.body)
    expect([first, waiting, later].map(({ headers }) => headers.get('Idempotent-Replayed'))).toEqual([
      null,
      'true',
      'true',
    ])
    expect(processor.charged.length).toBe(new Set(processor.charged).size)
  })

  describe('of a renewal', () => {
    test('that failed charges one week and skips the others', async () => {
      await endAllSubscriptions(service)
      const subscriber = await aSubscriber(service, monthlyPlanAt(700, weekly))
      processor.script.push('lose before', 'fail')
      await passUnknown('P30D')
      const [, failed] = await subscriber.payments()

      await moveClock(service, 'P1D')

      expect(failed.payment_status).toBe('FAILED')
      const charges = (await subscriber.payments()).filter(
        ({ payment_status: status }: { payment_status: string }) => status !== 'FAILED',
      )
      expect(charges).toHaveLength(2)
      expect((await skippedOf(subscriber.id)).length).toBe(3)
    })
  })
})
