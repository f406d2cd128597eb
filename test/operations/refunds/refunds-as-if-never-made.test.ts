import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { defaultConcurrency, runWork } from '#server/billing/worklist/worklist.ts'
import { processDueSubscriptions } from '#server/billing/due-work/process-due-subscriptions.ts'
import { settlementWork } from '#server/billing/due-work/settle-payments.ts'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { changesAt, monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { failingRefundCard, refundsAt } from '../../support/processors/refunds-with-news.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

/** What a customer has paid, less credit, is the same after a failed refund as without that refund. */
describe('a failed refund leaves the books as though it had never been made (postgresql)', () => {
  let dear: { id: string }
  const service = useService(
    () => openTestDatabase('postgresql'),
    (database) => ({ processor: aScriptedProcessor(database) }),
  )
  beforeAll(async () => {
    dear = await createPlan(service, monthlyPlanAt(15_000))
    return () => service.database.close()
  })

  const { aChange } = changesAt(() => service)
  const { refund, read, paidBy, askNow } = refundsAt(() => service)
  const db = () => service.database.db
  type Subscriber = Awaited<ReturnType<typeof paidBy>>

  /** Lets this many days of a thirty-day period pass. */
  const inPeriodFor = (id: string, days: number) =>
    sql`update subscriptions set anchor = p.start, current_period_start = p.start,
        current_period_end = p.start + interval '30 days', next_billing_date = p.start + interval '30 days'
      from (select billing_now() - make_interval(days => ${days}) as start) as p where id = ${id}`.execute(db())
  /**
   * Sets the period that is stored with a subscription's refunds to the current period, so that the refunded money counts as taken from
   * that period.
   */
  const moveNotedPeriod = (id: string) => {
    const text = (column: string) =>
      sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    return sql`update accepted_refunds set taken = taken || jsonb_build_object(
        'periodStart', ${text('current_period_start')}, 'periodEnd', ${text('current_period_end')})
      from payments join subscriptions on subscriptions.id = payments.subscription_id
      where payments.id = accepted_refunds.payment_id and subscriptions.id = ${id}`.execute(db())
  }
  /** Makes the settlement of a payment fail. */
  const lose = async (paymentId: string) => {
    await sql`update sandbox_processor.transactions set traits = traits || '{"settlementFails": true}'
      where id = (select payment_details->>'processor_transaction_id' from payments where id = ${paymentId})`.execute(
      db(),
    )
    await sql`update payments set due_at = billing_now() where id = ${paymentId}`.execute(db())
    await runWork(service.billing, settlementWork)
    expect((await read(paymentId)).payment_status).toBe('FAILED')
  }
  const chargeAgain = async (id: string) => {
    await sql`update subscriptions set next_billing_date = billing_now() where id = ${id}`.execute(db())
    await processDueSubscriptions(service.billing, defaultConcurrency)
    await completeAttempts(service.billing, { aheadSeconds: 120 })
  }
  const change = async (
    subscriber: Subscriber,
    { mode, plan = dear }: { mode?: string; plan?: { id: string } } = {},
  ) => {
    const paid = await (await aChange(subscriber, plan, mode)).pay()
    expect(paid.body.amount).toBeGreaterThan(0)
    return paid.body.id as string
  }
  const booksOf = async (subscriber: Subscriber) => {
    const { balanceAmount, periodCostAmount, status } = await subscriber.row()
    const payments: { amount: number; refunded_amount: number; payment_status: string }[] = await subscriber.payments()
    const paid = payments.filter(({ payment_status }) => !['FAILED', 'DECLINED'].includes(payment_status))
    const sum = paid.reduce((all, { amount, refunded_amount }) => all + amount - refunded_amount, 0)
    return { sum: sum - balanceAmount, periodCostAmount, status }
  }

  const aPlan = monthlyPlanAt(10_000)
  const aPaidTrial = {
    ...monthlyPlanAt(10_000),
    trial_interval: 'months',
    trial_interval_count: 1,
    trial_price: { default: { amount: 8000, currency: 'EUR' }, countries: [] },
  }
  interface Story {
    readonly plan?: object
    /** What happens between the refund and its failure, and what happens after that. */
    readonly between: (subscriber: Subscriber) => Promise<unknown>
    readonly after?: (subscriber: Subscriber) => Promise<unknown>
  }

  const stories: Readonly<Record<string, Story>> = {
    'a prorated change': { between: (subscriber) => change(subscriber) },
    'a change at the full price, which gives no credit': {
      between: (subscriber) => change(subscriber, { mode: 'full_immediately' }),
    },
    'a change whose money never comes, and is charged again': {
      between: async (subscriber) => lose(await change(subscriber)),
      after: ({ id }) => chargeAgain(id),
    },
    'money that never comes, and is charged again': {
      between: async ({ id, paymentId }) => {
        await lose(paymentId)
        await chargeAgain(id)
      },
    },
    'money that never comes, and is charged again after the refund has failed': {
      between: ({ paymentId }) => lose(paymentId),
      after: ({ id }) => chargeAgain(id),
    },
    'money that never comes, and is charged again when its period is over': {
      between: async ({ id, paymentId }) => {
        await lose(paymentId)
        await inPeriodFor(id, 40)
        await moveNotedPeriod(id)
        await chargeAgain(id)
      },
    },
    'a prorated change, and money before it that never comes': {
      between: async (subscriber) => {
        await change(subscriber)
        await lose(subscriber.paymentId)
      },
    },
    'a paid trial that is left': { plan: aPaidTrial, between: (subscriber) => change(subscriber) },
    'two changes': {
      between: async (subscriber) => {
        await change(subscriber)
        await inPeriodFor(subscriber.id, 10)
        await change(subscriber, { plan: await createPlan(service, monthlyPlanAt(30_000)) })
      },
    },
    'a change whose money never comes, and a recovery by a new cycle': {
      between: async (subscriber) => {
        const { id, customerId } = subscriber
        await lose(await change(subscriber))
        await inPeriodFor(id, 10)
        const shop = { customer: { id: customerId }, subscription: { id }, plan: { id: dear.id } }
        const paid = await (await aShopper(service, shop)).pay({ exp_year: 2090 })
        // The lost period is written off, so the credit that the lost charge had spent pays for the new period.
        expect(paid.body).toMatchObject({ payment_status: 'SETTLING' })
        expect(paid.body.amount).toBeLessThanOrEqual(12_100)
      },
    },
    'a change for later, and one at the full price': {
      between: async (subscriber) => {
        expect((await (await aChange(subscriber, dear, 'prorated_next_billing_period')).patch()).status).toBe(200)
        await change(subscriber, {
          mode: 'full_immediately',
          plan: await createPlan(service, monthlyPlanAt(30_000)),
        })
      },
    },
    'a change that credit pays for': {
      between: async (subscriber) => {
        const cheap = await createPlan(service, monthlyPlanAt(100))
        expect((await (await aChange(subscriber, cheap)).patch()).status).toBe(200)
      },
    },
  }

  test.each(Object.entries(stories))('after %s', async (_, { plan = aPlan, between, after }) => {
    const books = []
    for (const refunds of [false, true]) {
      const subscriber = await paidBy(failingRefundCard, plan)
      await inPeriodFor(subscriber.id, 15)
      if (refunds) expect((await refund(subscriber.paymentId, 4000)).status).toBe(200)
      await between(subscriber)
      if (refunds) {
        await askNow(subscriber.paymentId)
        expect(await read(subscriber.paymentId)).toMatchObject({ refunded_amount: 0, refund: { status: 'failed' } })
      }
      await after?.(subscriber)
      books.push(await booksOf(subscriber))
    }

    const [never, failed] = books
    // Shares are rounded to seconds, and the two customers pay some seconds apart.
    expect(Math.abs(failed!.sum - never!.sum)).toBeLessThanOrEqual(10)
    expect(failed).toEqual({ ...never, sum: failed!.sum })
  })
})
