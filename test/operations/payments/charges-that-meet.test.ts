import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { defaultConcurrency, runWork } from '#server/billing/worklist/worklist.ts'
import { settlementWork } from '#server/billing/due-work/settle-payments.ts'
import { processDueSubscriptions } from '#server/billing/due-work/process-due-subscriptions.ts'
import { transact } from '#database/transactions/transact.ts'
import { openTestDatabase } from '../../support/databases/databases.ts'
import {
  waitUntilDoneOrBlocked,
  pausableDatabase,
  type PausableDatabase,
  pausableProcessor,
} from '../../support/interleaving/pausable.ts'
import { changesAt, resultCodeOf as code, monthlyPlanAt as at } from '../../support/stories/plan-changes.ts'
import type { Answer, RunningService } from '../../support/services/running-service.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, type ScriptedProcessor } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

type Subscriber = Awaited<ReturnType<typeof aSubscriber>>
/** Starts a charge. */
type Charge = () => Promise<Answer>

/*
 * Each story pauses a charge after it has read the data for its quote, starts something that changes exactly these data, and then continues
 * the charge. If the subscription is locked, the other change waits. Without the lock, money would be charged twice or lost.
 */
describe('a charge at the same time as another (postgresql)', () => {
  let bank: ScriptedProcessor
  let processor: ReturnType<typeof pausableProcessor>
  const service = useService(
    async () => pausableDatabase(await openTestDatabase('postgresql')),
    (database) => {
      bank = aScriptedProcessor(database)
      processor = pausableProcessor({
        ...bank,
        settlements: async (ids) => ids.map((transactionId) => ({ transactionId, state: 'failed' })),
      })
      return { processor }
    },
  )
  const pausing = () => service.database as PausableDatabase
  let dear: { id: string }
  beforeAll(async () => {
    dear = await createPlan(service, at(15_000))
  })

  const { aChange } = changesAt(() => service)
  const processDue = () => processDueSubscriptions(service.billing, defaultConcurrency)

  /** A subscriber whose next charge is due now. */
  const fallenDue = async () => {
    const subscriber = await aSubscriber(service, at(10_000))
    await sql`update subscriptions set next_billing_date = billing_now(), current_period_end = billing_now(),
      current_period_start = billing_now() - interval '1 month' where id = ${subscriber.id}`.execute(
      service.database.db,
    )
    return subscriber
  }

  /** A subscriber whose renewal was declined, and whose next try is due. */
  const pastDue = async () => {
    const subscriber = await fallenDue()
    bank.script.push('decline')
    await processDue()
    expect((await subscriber.row()).status).toBe('past_due')
    await sql`update subscriptions set next_billing_date = billing_now() where id = ${subscriber.id}`.execute(
      service.database.db,
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

  /** Pauses a charge after it has read the table `read`, runs `other` to its end unless a lock blocks it, and continues the charge. */
  const meet = async (charge: Charge, other: () => Promise<unknown>, read = 'plans'): Promise<string | number> => {
    const pause = pausing().pauseAfterReading(read)
    const charging = charge()
    await Promise.race([pause.reached, charging])
    const ending = other()
    await waitUntilDoneOrBlocked(service.database, ending)
    pause.resume()
    const [answer] = await Promise.all([charging, ending])
    return code(answer)
  }

  /** Starts a movement of money and pauses it before the processor receives it. Calling the result lets it finish. */
  const inFlight = async (kind: 'authorize' | 'refund', start: () => Promise<unknown>) => {
    const pause = processor.pauseBefore(kind)
    const started = start()
    await pause.reached
    return () => {
      pause.resume()
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
  ])('a period that is retried by a renewal and recovered %s is charged once', async (_, recover) => {
    const subscriber = await pastDue()
    const recovery = await recover(subscriber)
    const retry = await inFlight('authorize', processDue)

    expect(await meet(recovery, retry)).toBe('payment_in_progress')

    expect(await paidBy(subscriber)).toEqual([10_000, 10_000])
  })

  test.each([
    ['at the checkout', anUpgrade],
    ['by its merchant', async (subscriber: Subscriber) => byMerchant(subscriber, dear)],
  ])('a renewal and a plan change %s are not both charged', async (_, change) => {
    const subscriber = await fallenDue()
    const upgrade = await change(subscriber)
    const renewal = await inFlight('authorize', processDue)

    expect(await meet(upgrade, renewal)).toBe('payment_in_progress')

    expect(await paidBy(subscriber)).toEqual([10_000, 10_000])
    expect(await subscriber.row()).toMatchObject({ planId: subscriber.planId, periodCostAmount: 10_000 })
  })

  test('a due subscription is renewed although another transaction locks its row for a moment', async () => {
    await processDue()
    const subscribers = [await fallenDue(), await fallenDue()]
    const pause = processor.pauseBefore('authorize')
    const processing = processDueSubscriptions(service.billing, { concurrency: 1, isClockMoving: false })
    await pause.reached
    const rows = await Promise.all(subscribers.map((each) => each.row()))
    const waiting = rows.find((row) => row.renewalPaymentId === null)!

    await transact(service.database.db, async ({ db }) => {
      await db.selectFrom('subscriptions').select('id').where('id', '=', waiting.id).forUpdate().execute()
      pause.resume()
      await waitUntilDoneOrBlocked(service.database, processing)
    })

    expect((await processing).map(({ what }) => what)).toEqual(['subscription.renewed', 'subscription.renewed'])
  })

  test('an upgrade in two tabs with their own sessions is charged once', async () => {
    const subscriber = await aSubscriber(service, at(10_000))
    const [one, other] = [await anUpgrade(subscriber), await anUpgrade(subscriber)]
    const first = await inFlight('authorize', one)

    expect(await meet(other, first)).toBe('payment_in_progress')

    const [, upgraded, ...more] = await paidBy(subscriber)
    expect(Math.round(upgraded! / 10)).toBe(500)
    expect(more).toEqual([])
  })

  test.each([
    ['at the checkout', anUpgrade],
    ['by its merchant', async (subscriber: Subscriber) => byMerchant(subscriber, dear)],
  ])('refunded money gives no credit for a plan change %s', async (_, change) => {
    const subscriber = await aSubscriber(service, at(10_000))
    const upgrade = await change(subscriber)
    const [first] = await subscriber.payments()
    const refund = await inFlight('refund', () => service.send('POST', `/payments/refund/${first.id}`, { body: {} }))

    expect(await meet(upgrade, refund)).toBe('payment_in_progress')

    expect(await subscriber.row()).toMatchObject({ planId: subscriber.planId, periodCostAmount: 0 })
  })

  test.each([
    ['at the checkout', anUpgrade],
    ['by its merchant', async (subscriber: Subscriber) => byMerchant(subscriber, dear)],
  ])('money that never settled is owed after a plan change %s that relied on it', async (_, change) => {
    const subscriber = await aSubscriber(service, at(10_000))
    const upgrade = await change(subscriber)
    await sql`update payments set due_at = billing_now() where subscription_id = ${subscriber.id}`.execute(
      service.database.db,
    )

    expect(await meet(upgrade, () => runWork(service.billing, settlementWork))).toBe('SETTLING')

    expect(await subscriber.row()).toMatchObject({ planId: dear.id, status: 'active', balanceAmount: -10_000 })
  })

  test('a buyer gets a trial once, even if the organization allows several subscriptions to a plan', async () => {
    const several = await service.addOrganization('Several', { several_subscriptions: true })
    const other: RunningService = {
      ...service,
      send: (method, path, sent = {}) => service.send(method, path, { key: several.key, ...sent }),
    }
    const plan = await createPlan(other, at(10_000, { trial_interval: 'days', trial_interval_count: 7 }))
    const buyers = [await aShopper(other, aBuyer(plan)), await aShopper(other, aBuyer(plan))] as const
    const [seen, again] = [await buyers[0].look(), await buyers[1].look()]
    const first = await inFlight('authorize', () => buyers[0].payAsSeen(seen))

    const answer = await meet(() => buyers[1].payAsSeen(again, { number: '5555555555554444' }), first, 'opening')

    expect(answer).toBe('amount_changed')
    expect((await buyers[1].look()).body.quote.due_now.amount).toBe(10_000)
  })

  const aBuyer = ({ id }: { id: string }) => ({ customer: { email: 'both@example.com' }, plan: { id } })

  /*
   * A test that waits for the lock cannot find code that forgets the lock. These stories therefore do what the lock prevents: they change
   * the subscription by SQL while its charge is at the processor.
   */
  describe('quoted on terms that have changed', () => {
    const meddle = (id: string, change: RawBuilder<unknown>) =>
      sql`update subscriptions set ${change} where id = ${id}`.execute(service.database.db)

    const chargedWhile = async (subscriber: Subscriber, change: RawBuilder<unknown>, charge: Charge) => {
      const pause = processor.pauseBefore('authorize')
      const charging = charge()
      await pause.reached
      await meddle(subscriber.id, change)
      const before = await subscriber.row()
      pause.resume()
      return { before, payment: (await charging).body }
    }

    test.each([
      ['another plan', sql`plan_id = (select min(id) from plans where id <> plan_id)`],
      ['another price', sql`price_amount = price_amount - 1`],
      ['another quantity', sql`quantity = quantity + 1`],
      ['another currency', sql`price_currency = 'USD'`],
      ['an earlier period', sql`current_period_start = current_period_start - interval '1 day'`],
      ['another period', sql`current_period_end = current_period_end + interval '1 day'`],
      ['a period paid for by another payment', sql`period_payment_id = 'pay_other'`],
      ['less credit', sql`period_cost_amount = period_cost_amount - 1`],
      ['something owed', sql`owed_claim_id = 'claim_other'`],
      ['an end', sql`status = 'cancelled'`],
    ])('a plan change that meets %s changes nothing, and its money goes back by itself', async (_, change) => {
      const subscriber = await aSubscriber(service, at(10_000))

      const { before, payment } = await chargedWhile(subscriber, change, await anUpgrade(subscriber))
      await completeAttempts(service.billing)

      expect(payment).toMatchObject({ payment_status: 'SETTLING', refunded_amount: payment.amount })
      const after = await service.send('GET', `/payments/${payment.id}`)
      expect(after.body.refund).toMatchObject({ status: 'succeeded', amount: payment.amount })
      expect(await subscriber.row()).toEqual(before)
    })

    test('a renewal of a period that is no longer owed goes back by itself', async () => {
      const subscriber = await fallenDue()
      const over = sql`current_period_end = current_period_end + interval '1 month'`

      await chargedWhile(subscriber, over, async () => ({ body: await processDue() }) as unknown as Answer)

      const [, renewal] = await subscriber.payments()
      expect(renewal).toMatchObject({ payment_status: 'SETTLING', refunded_amount: 10_000 })
      expect(await subscriber.row()).toMatchObject({ periodCostAmount: 10_000, renewalPaymentId: null })
    })

    test.each([
      ['a notice', sql`noticed_period_end = current_period_end`],
      ['metadata', sql`metadata = '{"seats": 5}', updated_at = now()`],
      ['another method', sql`payment_method_id = null`],
    ])('%s that changes meanwhile causes no refund', async (_, change) => {
      const subscriber = await aSubscriber(service, at(10_000))

      const { payment } = await chargedWhile(subscriber, change, await anUpgrade(subscriber))

      expect(payment).toMatchObject({ payment_status: 'SETTLING', refunded_amount: 0 })
      expect(await subscriber.row()).toMatchObject({ planId: dear.id })
    })

    test('credit that is added to the balance meanwhile causes no refund, and stays', async () => {
      const subscriber = await aSubscriber(service, at(10_000))
      const grant = sql`balance_amount = balance_amount + 700`

      const { payment } = await chargedWhile(subscriber, grant, await anUpgrade(subscriber))

      expect(payment).toMatchObject({ payment_status: 'SETTLING', refunded_amount: 0 })
      expect(await subscriber.row()).toMatchObject({ planId: dear.id, balanceAmount: 700 })
    })
  })
})
