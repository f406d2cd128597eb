import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { runDueWork } from '#server/billing/due-work/kinds.ts'
import { processDueSubscriptions } from '#server/billing/due-work/process-due-subscriptions.ts'
import { deferredCountOf, readBacklog } from '#server/store/health/read-backlog.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { refuseRowChanges } from '../../support/interleaving/refuse-row-changes.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { findDeferredWork, openShopInMarch } from '../../support/stories/deferred-work.ts'

describeEachDatabase('due work that fails', (open) => {
  test('a payment whose row cannot be changed is deferred with a reason, longer each time; the others are settled and renewed', async () => {
    const { service, database } = await openShopInMarch(open)
    const weekly = aMonthlyPlan({ interval: 'days', interval_count: 7 })
    const poisoned = await aSubscriber(service, weekly)
    const well = await aSubscriber(service, weekly)
    const [{ id }] = await poisoned.payments()
    const cure = await refuseRowChanges(database, 'payments', `new.id = '${id}'`)

    await moveClock(service, '2027-03-09T11:00:00Z')

    expect(await well.payments()).toMatchObject([{ payment_status: 'SETTLED' }, { payment_status: 'SETTLED' }])
    expect(await poisoned.payments()).toMatchObject([
      { id, payment_status: 'SETTLING' },
      { payment_status: 'SETTLED', payment_type: 'MIT' },
    ])
    // The settlement was tried when it was due, then after 5, 10 … 1280 minutes more, and then once a day.
    expect(await findDeferredWork(database, 'settlement')).toMatchObject({
      id,
      tries: 15,
      reason: 'This row is poisoned.',
    })
    expect((await readBacklog(database.db)).deferredWork).toEqual({ settlement: { deferred: 1, givenUp: 0 } })
    expect(service.logged.some((line) => line.includes('a due settlement was deferred'))).toBe(true)

    await cure()
    await moveClock(service, 'P1D')

    expect(await poisoned.payments()).toMatchObject([{ payment_status: 'SETTLED' }, { payment_status: 'SETTLED' }])
    expect(deferredCountOf(await readBacklog(database.db), 'settlement')).toEqual({ deferred: 0, givenUp: 0 })
    await service.close()
  })

  test('a notice that cannot be given is deferred with a reason, and renewals and other notices continue', async () => {
    const { service, database } = await openShopInMarch(open)
    const poisoned = await aSubscriber(service, aMonthlyPlan())
    const well = await aSubscriber(service, aMonthlyPlan())
    const isNoticed = `new.id = '${poisoned.id}' and new.noticed_period_end is distinct from old.noticed_period_end`
    const cure = await refuseRowChanges(database, 'subscriptions', isNoticed)

    await moveClock(service, '2027-04-02T10:00:00Z')

    expect(await well.events()).toContain('subscription.renewal_upcoming')
    expect(await poisoned.events()).not.toContain('subscription.renewal_upcoming')
    for (const each of [well, poisoned]) {
      expect(await each.subscription()).toMatchObject({ current_period_start: expect.stringMatching(/^2027-04-01/) })
    }
    await moveClock(service, '2027-04-25T10:00:00Z')
    expect(await findDeferredWork(database, 'notice')).toMatchObject({
      id: poisoned.id,
      reason: 'This row is poisoned.',
    })
    expect((await readBacklog(database.db)).deferredWork).toEqual({ notice: { deferred: 1, givenUp: 0 } })

    await cure()
    await moveClock(service, 'P1D')

    expect(await poisoned.events()).toContain('subscription.renewal_upcoming')
    expect(deferredCountOf(await readBacklog(database.db), 'notice')).toEqual({ deferred: 0, givenUp: 0 })
    await service.close()
  })

  test('a kind of work that cannot be loaded does not delay the other kinds, and is reported', async () => {
    const { service, database } = await openShopInMarch(open)
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    await database.db
      .updateTable('subscriptions')
      .set({ nextBillingDate: '2027-03-01T10:00:00Z' })
      .where('id', '=', subscriber.id)
      .execute()
    await sql`alter table obligations rename to mislaid`.execute(database.db)

    const running = runDueWork(service.billing, { concurrency: 1, isClockMoving: true })

    await expect(running).rejects.toThrow('obligations')
    await sql`alter table mislaid rename to obligations`.execute(database.db)
    expect(await subscriber.payments()).toHaveLength(2)
    await service.close()
  })

  test.each([
    ['leased', 'new.lease_until is distinct from old.lease_until'],
    [
      'changed at all once it is leased',
      `coalesce(new.lease_until, '-infinity') <= coalesce(old.lease_until, '-infinity') or new.renewal_payment_id is not null`,
    ],
  ])('a subscription whose row cannot be %s is deferred, and all others are renewed', async (_, when) => {
    const { service, database } = await openShopInMarch(open)
    const poisoned = await aSubscriber(service, aMonthlyPlan())
    const well = await aSubscriber(service, aMonthlyPlan())
    const cure = await refuseRowChanges(database, 'subscriptions', `new.id = '${poisoned.id}' and (${when})`)
    await database.db.deleteFrom('deferredWork').execute()
    await database.db
      .updateTable('clock')
      .set({ offsetMillis: Date.parse('2027-04-02T00:00:00Z') - Date.now() })
      .execute()

    // Each round processes one row. The failing row is the first in the queue, and must not block the other.
    for (let round = 1; round <= 3; round++)
      await processDueSubscriptions(service.billing, { concurrency: 1, isClockMoving: false }, 1)

    expect(await well.subscription()).toMatchObject({ current_period_start: expect.stringMatching(/^2027-04-01/) })
    expect(deferredCountOf(await readBacklog(database.db), 'renewal')).toEqual({ deferred: 1, givenUp: 0 })
    await cure()
    await moveClock(service, 'PT1H')
    expect(await poisoned.subscription()).toMatchObject({ current_period_start: expect.stringMatching(/^2027-04-01/) })
    expect(deferredCountOf(await readBacklog(database.db), 'renewal')).toEqual({ deferred: 0, givenUp: 0 })
    await service.close()
  })

  test.each([
    ['the connection to the database breaks', '08006', 10],
    ['its row cannot be changed', 'P0001', 300],
  ])('an attempt that cannot be taken up because %s is deferred (%s) for %d seconds', async (_, code, seconds) => {
    const { service, database } = await openShopInMarch(open)
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const [payment] = await subscriber.payments()
    await database.db
      .updateTable('attempts')
      .set({ state: 'open', leaseUntil: '2000-01-01T00:00:00Z' })
      .where('paymentId', '=', payment!.id)
      .execute()
    const cure = await refuseRowChanges(database, 'attempts', 'true', code)

    await completeAttempts(service.billing)

    const { rows } = await sql<{ seconds: number }>`
      select round(extract(epoch from deferred_until - billing_now()))::int as seconds from deferred_work where kind = 'attempt'`.execute(
      database.db,
    )
    expect(rows).toEqual([{ seconds }])
    await cure()
    await service.close()
  })
})
