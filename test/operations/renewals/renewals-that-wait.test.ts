import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { defaultConcurrency, runWork } from '#server/billing/worklist/worklist.ts'
import { processDueSubscriptions } from '#server/billing/due-work/process-due-subscriptions.ts'
import { settlementWork } from '#server/billing/due-work/settle-payments.ts'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { pausableDatabase, type PausableDatabase } from '../../support/interleaving/pausable.ts'
import { changesAt, resultCodeOf as code, monthlyPlanAt as at } from '../../support/stories/plan-changes.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const day = 86_400_000

type Subscriber = Awaited<ReturnType<typeof aSubscriber>>

/*
 * A worker leases due subscriptions. Before it renews a subscription, it locks the row and reads it again. Each story pauses the worker
 * between the lease and the lock, changes something on which the renewal depends, and lets the worker continue.
 */
describe('a renewal whose subscription changes after a worker has leased it (postgresql)', () => {
  const service = useService(
    async () => pausableDatabase(await openTestDatabase('postgresql')),
    (database) => ({
      processor: {
        ...aScriptedProcessor(database),
        settlements: async (ids) => ids.map((transactionId) => ({ transactionId, state: 'failed' })),
      },
    }),
  )
  const { patch } = changesAt(() => service)
  let yearly: { id: string }
  beforeAll(async () => {
    yearly = await createPlan(service, at(15_000, { interval: 'years' }))
  })

  const setRow = (id: string, set: ReturnType<typeof sql>) =>
    sql`update subscriptions set ${set} where id = ${id}`.execute(service.database.db)

  /** A subscriber with a past period that was paid this many months ago, so that the renewal is due. */
  const fallenDue = async (months = 1): Promise<Subscriber> => {
    const subscriber = await aSubscriber(service, at(10_000))
    const [end, start] = [months - 1, months].map((count) => sql`billing_now() - ${count} * interval '1 month'`)
    await setRow(
      subscriber.id,
      sql`anchor = ${start}, current_period_start = ${start}, current_period_end = ${end}, next_billing_date = ${end}`,
    )
    return subscriber
  }

  const passTime = (millis: number) =>
    sql`update clock set offset_millis = offset_millis + ${millis}`.execute(service.database.db)
  const processDue = () => processDueSubscriptions(service.billing, defaultConcurrency)

  /** Lets a worker lease what is due, then runs `happen`, then lets the worker renew. */
  const renewAfter = async (happen: () => Promise<unknown>) => {
    const pause = (service.database as PausableDatabase).pauseAfterChanging('subscriptions')
    const renewing = processDue()
    await pause.reached
    await happen()
    pause.resume()
    return renewing
  }

  const paymentsAfterFirst = async (subscriber: Subscriber) => (await subscriber.payments()).slice(1)

  test('charges for the current plan, and for a period of that plan’s length', async () => {
    const subscriber = await fallenDue()

    await renewAfter(async () => {
      expect((await patch(subscriber.id, { planId: yearly.id })).status).toBe(200)
    })

    expect(await paymentsAfterFirst(subscriber)).toMatchObject([
      { amount: 15_000, subscription: { plan: { id: yearly.id } } },
    ])
    const { currentPeriodStart: start, currentPeriodEnd: end } = await subscriber.row()
    expect(Date.parse(end) - Date.parse(start)).toBeGreaterThan(360 * day)
  })

  test('charges the card that its shopper has added since', async () => {
    const subscriber = await fallenDue()
    const shopper = await aShopper(service, { subscription: { id: subscriber.id } })

    await renewAfter(async () => {
      expect(code(await shopper.pay({ number: '5555555555554444', exp_year: 2090 }))).toBe('SETTLING')
    })

    expect(await paymentsAfterFirst(subscriber)).toMatchObject([
      { amount: 0, payment_method: { details: { last4: '4444' } } },
      { amount: 10_000, payment_method: { details: { last4: '4444' } } },
    ])
  })

  test('charges the next period if another worker has renewed the subscription before, and a day has passed', async () => {
    const subscriber = await fallenDue(2)
    const { currentPeriodEnd: end } = await subscriber.row()

    await renewAfter(async () => {
      await setRow(subscriber.id, sql`lease_until = lease_now() - interval '1 second'`)
      await processDue()
      await passTime(day)
    })

    const paid = { amount: 10_000, payment_status: 'SETTLING', refunded_amount: 0 }
    expect(await paymentsAfterFirst(subscriber)).toMatchObject([paid, paid])
    expect(Date.parse((await subscriber.row()).currentPeriodEnd)).toBeGreaterThan(Date.parse(end) + 2 * 28 * day)
  })

  test('charges only the period whose money was lost meanwhile', async () => {
    const subscriber = await fallenDue()

    await renewAfter(async () => {
      const { id } = subscriber
      await sql`update payments set due_at = billing_now() where subscription_id = ${id}`.execute(service.database.db)
      await runWork(service.billing, settlementWork)
      expect(await subscriber.row()).toMatchObject({ status: 'past_due', owedClaimId: expect.any(String) })
      await passTime(day)
    })

    expect(await subscriber.payments()).toMatchObject([
      { payment_status: 'FAILED' },
      { amount: 10_000, payment_status: 'SETTLING', refunded_amount: 0 },
    ])
    expect(await subscriber.row()).toMatchObject({ status: 'active', owedClaimId: null, balanceAmount: 0 })
  })
})
