import { expect, test } from 'vitest'
import { runDueWork } from '#server/billing/due-work/kinds.ts'
import { readOverdueWork } from '#server/billing/due-work/read-due-work.ts'
import { deferredCountOf, readBacklog } from '#server/store/health/read-backlog.ts'
import { describeUsualDatabase } from '../support/databases/databases.ts'
import { startService } from '../support/services/running-service.ts'
import { aMonthlyPlan } from '../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, moveClock } from '../support/stories/subscriber.ts'

describeUsualDatabase('renewals', (open) => {
  const aShop = async (at = '2027-01-31T10:00:00Z') => {
    const database = await open()
    const processor = aScriptedProcessor(database)
    const service = await startService(database, { processor })
    await moveClock(service, at)
    return { service, processor }
  }

  test('a month later, the stored method is charged, and the next period counts from the anchor', async () => {
    const { service } = await aShop()
    const subscriber = await aSubscriber(service, aMonthlyPlan())

    const ends: string[] = []
    for (let month = 0; month < 4; month++) {
      ends.push((await subscriber.subscription()).current_period_end.slice(0, 10))
      await moveClock(service, (await subscriber.subscription()).next_billing_date)
    }

    expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
    expect(await subscriber.payments()).toMatchObject([
      { payment_type: 'CIT', amount: 999 },
      ...Array.from({ length: 4 }, () => ({ payment_type: 'MIT', amount: 999 })),
    ])
    await service.close()
  })

  test('moving the clock over many periods runs each at its own moment', async () => {
    const { service } = await aShop()
    const subscriber = await aSubscriber(service, aMonthlyPlan())

    const { ran } = await moveClock(service, 'P3M')

    const renewed = ran.filter(({ what }) => what === 'subscription.renewed')
    expect(renewed.map(({ at }) => at.slice(0, 10))).toEqual(['2027-02-28', '2027-03-31', '2027-04-30'])
    expect((await subscriber.payments()).map((payment: { created_at: string }) => payment.created_at)).toEqual([
      expect.stringMatching(/^2027-01-31/),
      ...renewed.map(({ at }) => at),
    ])
    expect(ran.map(({ at }) => at)).toEqual(ran.map(({ at }) => at).toSorted())
    await service.close()
  })

  test('a free trial becomes active at its end, with the first full charge', async () => {
    const { service } = await aShop()
    const trial = aMonthlyPlan({ trial_interval: 'days', trial_interval_count: 14 })
    const subscriber = await aSubscriber(service, trial)
    const trialEnd = (await subscriber.subscription()).current_period_end

    await moveClock(service, trialEnd)

    expect(await subscriber.subscription()).toMatchObject({
      status: 'active',
      current_period_start: trialEnd,
      current_period_end: expect.stringMatching(/^2027-03-14/),
    })
    expect((await subscriber.payments()).map((payment: { amount: number }) => payment.amount)).toEqual([0, 999])
    await service.close()
  })

  test('two workers charge a period once', async () => {
    const { service, processor } = await aShop()
    const subscribers = []
    for (let n = 0; n < 4; n++) subscribers.push(await aSubscriber(service, aMonthlyPlan()))
    await service.database.db
      .updateTable('clock')
      .set({ offsetMillis: 200 * 86_400_000 })
      .execute()

    const work = { concurrency: 4, isClockMoving: true }
    await Promise.all([runDueWork(service.billing, work), runDueWork(service.billing, work)])
    await Promise.all([runDueWork(service.billing, work), runDueWork(service.billing, work)])

    expect(processor.charged).toHaveLength(4)
    for (const subscriber of subscribers) expect(await subscriber.payments()).toHaveLength(2)
    await service.close()
  })

  test('after downtime, one period a day is made up for, and none is lost', async () => {
    const { service } = await aShop()
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const { offsetMillis } = await service.database.db.selectFrom('clock').selectAll().executeTakeFirstOrThrow()
    await service.database.db
      .updateTable('clock')
      .set({ offsetMillis: offsetMillis + 100 * 86_400_000 })
      .execute()

    await runDueWork(service.billing, { concurrency: 1, isClockMoving: false })
    const atOnce = await subscriber.payments()
    await moveClock(service, 'P5D')

    expect(atOnce).toHaveLength(2)
    expect((await subscriber.subscription()).current_period_end).toMatch(/^2027-05-31/)
    expect(await subscriber.payments()).toHaveLength(4)
    await service.close()
  })

  test.each(['lose before', 'lose after'] as const)(
    'a charge whose answer was lost (%s the charge) is looked up, and made once',
    async (mishap) => {
      const { service, processor } = await aShop()
      const subscriber = await aSubscriber(service, aMonthlyPlan())
      processor.script.push(mishap)

      await moveClock(service, 'P40D')

      expect(await subscriber.subscription()).toMatchObject({
        status: 'active',
        current_period_end: expect.stringMatching(/^2027-03-31/),
      })
      expect(processor.charged).toHaveLength(1)
      await service.close()
    },
  )

  test('a period of a free plan needs no processor', async () => {
    const { service, processor } = await aShop()
    const free = aMonthlyPlan({ price: { default: { amount: 0, currency: 'EUR' }, countries: [] } })
    const subscriber = await aSubscriber(service, free)

    await moveClock(service, 'P2M')

    expect((await subscriber.subscription()).current_period_end).toMatch(/^2027-04-30/)
    expect(processor.charged).toEqual([])
    await service.close()
  })

  test('credit pays as much of a renewal as it can, and the rest of the credit stays', async () => {
    const { service } = await aShop()
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    await service.database.db.updateTable('subscriptions').set({ balanceAmount: 1500 }).execute()

    await moveClock(service, 'P2M')

    expect((await subscriber.payments()).map((payment: { amount: number }) => payment.amount)).toEqual([999, 498])
    expect(await subscriber.row()).toMatchObject({ balanceAmount: 0, periodCostAmount: 999 })
    await service.close()
  })

  test('a row that fails is deferred with a reason, longer each time, and the others continue', async () => {
    const { service, processor } = await aShop()
    const poisoned = await aSubscriber(service, aMonthlyPlan())
    const well = await aSubscriber(service, aMonthlyPlan())
    await service.database.db
      .updateTable('subscriptions')
      .set({ balanceAmount: -(10 ** 15) })
      .where('id', '=', poisoned.id)
      .execute()

    const dueAt = Date.parse((await poisoned.subscription()).current_period_end)
    const minutesLater = (minutes: number) => new Date(dueAt + minutes * 60_000).toISOString()

    await moveClock(service, minutesLater(60))

    expect(await well.subscription()).toMatchObject({ current_period_end: expect.stringMatching(/^2027-03-31/) })
    // The renewal was tried when it was due, then after 5, 10 and 20 minutes. The next try is 40 minutes after the last.
    expect(await poisoned.row()).toMatchObject({
      tries: 4,
      deferredUntil: minutesLater(75),
      deferredReason: expect.any(String),
    })
    expect(deferredCountOf(await readBacklog(service.database.db), 'renewal')).toEqual({ deferred: 1, givenUp: 0 })
    expect(processor.charged).toHaveLength(1)
    await service.close()
  })

  test('deferred work is done once its cause is gone, and no customer is charged twice for it', async () => {
    const { service, processor } = await aShop()
    const poisoned = await aSubscriber(service, aMonthlyPlan())
    const setBalance = (balanceAmount: number) =>
      service.database.db.updateTable('subscriptions').set({ balanceAmount }).where('id', '=', poisoned.id).execute()
    await setBalance(-(10 ** 15))
    await moveClock(service, 'P29D')

    await setBalance(0)
    await moveClock(service, 'P2D')

    expect(await poisoned.subscription()).toMatchObject({
      status: 'active',
      current_period_end: expect.stringMatching(/^2027-03-31/),
    })
    expect(await poisoned.row()).toMatchObject({ tries: 0, deferredReason: null })
    const waits = await readOverdueWork(service.billing)
    expect(deferredCountOf(await readBacklog(service.database.db), 'renewal').deferred).toBe(0)
    expect(waits.find(({ kind }) => kind === 'renewal')).toEqual({ kind: 'renewal', seconds: 0, isTooLong: false })
    expect(processor.charged).toHaveLength(1)
    await service.close()
  })
})
