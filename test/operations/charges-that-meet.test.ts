import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manyAtATime } from '../../packages/server/src/billing/due-work.ts'
import { settlePayments } from '../../packages/server/src/billing/settle-payments.ts'
import { workOffSubscriptions } from '../../packages/server/src/billing/work-off-subscriptions.ts'
import { openTestDatabase } from '../support/databases.ts'
import { doneOrWaiting, pausable, pausableProcessor } from '../support/pause-after.ts'
import { changesAt, codeOf as code, monthlyAt as at } from '../support/plan-changes.ts'
import { type Answer, type RunningService, startService } from '../support/running-service.ts'
import { aShopper, createPlan } from '../support/shopper.ts'
import { aScriptedProcessor, aSubscriber, type ScriptedProcessor } from '../support/subscriber.ts'

type Subscriber = Awaited<ReturnType<typeof aSubscriber>>
/** A charge that begins when it is called. */
type Charge = () => Promise<Answer>

/*
 * Each story stops a charge when it has read what it quotes, lets something else come to its end that changes just that,
 * and goes on. With the subscription locked the other one waits; without, money is charged twice, or lost.
 */
describe('a charge that meets another (postgresql)', () => {
  let database: ReturnType<typeof pausable>
  let bank: ScriptedProcessor
  let processor: ReturnType<typeof pausableProcessor>
  let service: RunningService
  let dear: { id: string }
  beforeAll(async () => {
    database = pausable(await openTestDatabase('postgresql'))
    bank = aScriptedProcessor(database)
    processor = pausableProcessor({
      ...bank,
      settlements: async (ids) => ids.map((transactionId) => ({ transactionId, state: 'failed' })),
    })
    service = await startService(database, { processor })
    dear = await createPlan(service, at(15_000))
  }, 60_000)
  afterAll(async () => {
    await service.close()
    await database.close()
  })

  const { aChange } = changesAt(() => service)
  const workOff = () => workOffSubscriptions(service.billing, manyAtATime)

  /** A subscriber whose next charge is due now. */
  const fallenDue = async () => {
    const subscriber = await aSubscriber(service, at(10_000))
    await sql`update subscriptions set next_billing_date = billing_now(), current_period_end = billing_now(),
      current_period_start = billing_now() - interval '1 month' where id = ${subscriber.id}`.execute(database.db)
    return subscriber
  }

  /** A subscriber whose renewal was declined, and is due to be tried again. */
  const pastDue = async () => {
    const subscriber = await fallenDue()
    bank.script.push('decline')
    await workOff()
    expect((await subscriber.row()).status).toBe('past_due')
    await sql`update subscriptions set next_billing_date = billing_now() where id = ${subscriber.id}`.execute(
      database.db,
    )
    return subscriber
  }

  const aRecovery = async ({ id }: Subscriber): Promise<Charge> => {
    const shopper = await aShopper(service, { subscription: { id } })
    const seen = await shopper.look()
    return () => shopper.payAsSeen(seen, { exp_year: 2090 })
  }
  const anUpgrade = async (subscriber: Subscriber): Promise<Charge> => (await aChange(subscriber, dear)).pay
  const byMerchant = ({ id, customerId }: Subscriber, plan?: { id: string }): Charge => {
    const body = { customer: { id: customerId }, subscription: { id }, ...(plan && { plan: { id: plan.id } }) }
    return () => service.send('POST', '/payments', { body })
  }

  /** Stops a charge when it has read its subscription and plan, lets something else come to its end if it can, and goes on. */
  const meet = async (charge: Charge, other: () => Promise<unknown>): Promise<string | number> => {
    const pause = database.pauseAfterReading('plans')
    const charging = charge()
    await Promise.race([pause.reached, charging])
    const ending = other()
    await doneOrWaiting(database, ending)
    pause.goOn()
    const [answer] = await Promise.all([charging, ending])
    return code(answer)
  }

  /** Starts what moves money and stops it on its way to the processor; calling the answer lets it come to its end. */
  const onItsWay = async (kind: 'authorize' | 'refund', start: () => Promise<unknown>) => {
    const pause = processor.pauseBefore(kind)
    const started = start()
    await pause.reached
    return () => {
      pause.goOn()
      return started
    }
  }

  const paidBy = async (subscriber: Subscriber): Promise<number[]> =>
    (await subscriber.payments())
      .filter(({ payment_status: status }: { payment_status: string }) => status === 'SETTLING')
      .map(({ amount }: { amount: number }) => amount)

  test.each([
    ['at the checkout', aRecovery],
    ['by its merchant', async (subscriber: Subscriber) => byMerchant(subscriber)],
  ])('a period that is tried again and recovered %s is charged once', async (_, recover) => {
    const subscriber = await pastDue()
    const recovery = await recover(subscriber)
    const retry = await onItsWay('authorize', workOff)

    expect(await meet(recovery, retry)).toBe('payment_in_progress')

    expect(await paidBy(subscriber)).toEqual([10_000, 10_000])
  })

  test.each([
    ['at the checkout', anUpgrade],
    ['by its merchant', async (subscriber: Subscriber) => byMerchant(subscriber, dear)],
  ])('a renewal and a change of plan %s are not both charged', async (_, change) => {
    const subscriber = await fallenDue()
    const upgrade = await change(subscriber)
    const renewal = await onItsWay('authorize', workOff)

    expect(await meet(upgrade, renewal)).toBe('payment_in_progress')

    expect(await paidBy(subscriber)).toEqual([10_000, 10_000])
    expect(await subscriber.row()).toMatchObject({ planId: subscriber.planId, periodCostAmount: 10_000 })
  })

  test('one upgrade in two tabs, each with a session of its own, is charged once', async () => {
    const subscriber = await aSubscriber(service, at(10_000))
    const [one, other] = [await anUpgrade(subscriber), await anUpgrade(subscriber)]
    const first = await onItsWay('authorize', one)

    expect(await meet(other, first)).toBe('payment_in_progress')

    const [, upgraded, ...more] = await paidBy(subscriber)
    expect(Math.round(upgraded! / 10)).toBe(500)
    expect(more).toEqual([])
  })

  test.each([
    ['at the checkout', anUpgrade],
    ['by its merchant', async (subscriber: Subscriber) => byMerchant(subscriber, dear)],
  ])('money that goes back is no credit for a change of plan %s', async (_, change) => {
    const subscriber = await aSubscriber(service, at(10_000))
    const upgrade = await change(subscriber)
    const [first] = await subscriber.payments()
    const refund = await onItsWay('refund', () => service.send('POST', `/payments/refund/${first.id}`, { body: {} }))

    expect(await meet(upgrade, refund)).toBe('payment_in_progress')

    expect(await subscriber.row()).toMatchObject({ planId: subscriber.planId, periodCostAmount: 0 })
  })

  test.each([
    ['at the checkout', anUpgrade],
    ['by its merchant', async (subscriber: Subscriber) => byMerchant(subscriber, dear)],
  ])('money that never came is owed after a change of plan %s that counted on it', async (_, change) => {
    const subscriber = await aSubscriber(service, at(10_000))
    const upgrade = await change(subscriber)
    await sql`update payments set settles_at = billing_now() where subscription_id = ${subscriber.id}`.execute(
      database.db,
    )

    expect(await meet(upgrade, () => settlePayments(service.billing))).toBe('SETTLING')

    expect(await subscriber.row()).toMatchObject({ planId: dear.id, status: 'active', balanceAmount: -10_000 })
  })
})
