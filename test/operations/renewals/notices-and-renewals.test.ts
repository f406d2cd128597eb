import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dueWorkJobs } from '#server/jobs/due-work-jobs.ts'
import { noticeWork } from '#server/billing/notices/send-notices.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { transact } from '#database/transactions/transact.ts'
import { readBacklog } from '#server/store/health/read-backlog.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, moveClock, type ScriptedProcessor } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'
import { countBlockedTransactions } from '../../support/interleaving/count-waiting.ts'

const floodSize = 120

describeUsualDatabase('notices in large numbers', (open, kind) => {
  let processor: ScriptedProcessor

  const service = useService(open, (database) => {
    processor = aScriptedProcessor(database)
    return { processor }
  })

  /**
   * Subscribers whose renewals fall due one hour after the other, and many more subscribers whose notices are due before the first
   * renewal.
   */
  const aFlood = async () => {
    await service.database.db
      .updateTable('clock')
      .set({ offsetMillis: Date.parse('2027-03-01T10:00:00Z') - Date.now() })
      .execute()
    await service.database.db.deleteFrom('subscriptions').where('id', 'like', 'sub_noticed%').execute()
    await service.database.db.updateTable('subscriptions').set({ status: 'cancelled', nextBillingDate: null }).execute()
    const due = []
    for (let hour = 0; hour < 4; hour++) {
      due.push(await aSubscriber(service, aMonthlyPlan()))
      await moveClock(service, 'PT1H')
    }
    await sql`insert into subscriptions (organization_id, id, customer_id, plan_id, status, price_amount, price_currency,
        anchor, current_period_start, current_period_end, next_billing_date, attempt_count, attempts_max, balance_amount,
        country_of_sale, metadata, created_at, updated_at)
      select organization_id, 'sub_noticed' || n, customer_id, plan_id, 'active', price_amount, price_currency,
        anchor, current_period_start, current_period_end + interval '3 days', current_period_end + interval '3 days',
        attempt_count, attempts_max, balance_amount, country_of_sale, metadata, created_at, updated_at
      from subscriptions, generate_series(1, ${floodSize}) as n where id = ${due[0]!.id}`.execute(service.database.db)
    processor.charged.length = 0
    return due
  }
  const told = async () => {
    const { count } = await service.database.db
      .selectFrom('subscriptions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('id', 'like', 'sub_noticed%')
      .where('noticedPeriodEnd', 'is not', null)
      .executeTakeFirstOrThrow()
    return count
  }

  test.skipIf(kind === 'embedded')('skip a subscription whose charge is also due', async () => {
    const { id } = await aSubscriber(service, aMonthlyPlan())
    await service.database.db
      .updateTable('clock')
      .set({ offsetMillis: Date.parse('2028-01-01T00:00:00Z') - Date.now() })
      .execute()
    const released = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const holding = transact(service.database.db, async ({ db }) => {
      await db.selectFrom('subscriptions').select('id').where('id', '=', id).forUpdate().execute()
      held.resolve()
      await released.promise
    })
    await held.promise

    let isDone = false
    const sending = runWork(service.billing, noticeWork).then(() => (isDone = true))
    await expect
      .poll(async () => isDone || (await countBlockedTransactions(service.database)) > 0, { timeout: 20_000 })
      .toBe(true)
    const wasDoneMeanwhile = isDone
    released.resolve()
    await Promise.all([sending, holding])

    expect(wasDoneMeanwhile).toBe(true)
  })

  test('leave each renewal its own moment while the clock is moved', async () => {
    const due = await aFlood()

    const { ran } = await moveClock(service, '2027-04-01T20:00:00Z')

    const renewed = ran.filter(({ what }) => what === 'subscription.renewed')
    const moments = await Promise.all(due.map(async (each) => [each.id, (await each.row()).currentPeriodStart]))
    expect(renewed.map(({ id, at }) => [id, at])).toEqual(moments)
    expect(await told()).toBe(floodSize)
    // The clock stops a hundred times, and the machine may be busy.
  }, 120_000)

  test.skipIf(kind === 'embedded')('delay no renewal if they are blocked by a lock', async () => {
    const due = await aFlood()
    await service.database.db
      .updateTable('clock')
      .set({ offsetMillis: Date.parse('2027-04-01T20:00:00Z') - Date.now() })
      .execute()
    const released = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const holding = transact(service.database.db, async ({ db }) => {
      await db.selectFrom('subscriptions').select('id').where('id', 'like', 'sub_noticed%').forUpdate().execute()
      held.resolve()
      await released.promise
    })
    await held.promise

    const running = Promise.all(dueWorkJobs(service.billing).map((job) => job.run()))
    try {
      await expect.poll(() => processor.charged.length, { timeout: 10_000 }).toBe(due.length)
      await expect.poll(async () => (await readBacklog(service.database.db)).attemptsOpen, { timeout: 10_000 }).toBe(0)
      expect(await told()).toBe(0)
    } finally {
      released.resolve()
      await Promise.all([running, holding])
    }

    for (const each of due) expect((await each.row()).currentPeriodStart).toMatch(/^2027-04-01/)
    expect(await told()).toBe(floodSize)
  })
})
