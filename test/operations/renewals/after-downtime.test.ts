import { expect, test } from 'vitest'
import { processDueSubscriptions } from '#server/billing/due-work/process-due-subscriptions.ts'
import { runDueWork } from '#server/billing/due-work/kinds.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { startService } from '../../support/services/running-service.ts'
import { aMonthlyPlan, aShopper } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'

describeUsualDatabase('a server that was down', (open) => {
  const aShop = async () => {
    const { db, ...database } = await open()
    const service = await startService({ db, ...database })
    await moveClock(service, '2027-04-01T10:00:00Z')
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    /** Lets days pass in which no worker runs. */
    const beDown = async (days: number) => {
      const { offsetMillis } = await db.selectFrom('clock').selectAll().executeTakeFirstOrThrow()
      await db
        .updateTable('clock')
        .set({ offsetMillis: offsetMillis + days * 86_400_000 })
        .execute()
    }
    return { service, beDown, ...subscriber }
  }

  test('notifies no customer of a coming renewal that is already due', async () => {
    const { service, beDown, events, payments } = await aShop()
    await beDown(40)

    await runDueWork(service.billing, { concurrency: 1, isClockMoving: false })
    const told = await events()
    await moveClock(service, '2027-05-26T00:00:00Z')

    expect(await payments()).toHaveLength(2)
    expect(told).toEqual(['subscription.created', 'subscription.updated'])
    expect((await events()).at(-1)).toBe('subscription.renewal_upcoming')
    await service.close()
  })

  test('renews what fell due first, one batch after the other', async () => {
    const { service, beDown, id, planId } = await aShop()
    const ids = [id]
    for (let count = 1; count < 8; count++) ids.push((await aSubscriber(service, { id: planId })).id)
    const byDueTime = [5, 2, 7, 0, 3, 6, 1, 4].map((place) => ids[place]!)
    // Change the rows in another order than their due dates, as happens in production: a table returns its rows in the order of their
    // changes.
    for (const each of ids)
      await service.database.db
        .updateTable('subscriptions')
        .set({ nextBillingDate: `2027-05-0${byDueTime.indexOf(each) + 1}T10:00:00Z` })
        .where('id', '=', each)
        .execute()
    await beDown(40)

    const renew = (limit: number) =>
      processDueSubscriptions(service.billing, { concurrency: 1, isClockMoving: false }, limit)
    const renewed = [...(await renew(5)), ...(await renew(5))]

    expect(renewed).toMatchObject(byDueTime.map((due) => ({ id: due, what: 'subscription.renewed' })))
    await service.close()
  })

  test('resumes a subscription whose end has passed only with a charge, and starts a new cycle', async () => {
    const { service, beDown, id, customerId, subscription, payments } = await aShop()
    await service.send('POST', `/subscriptions/schedule-cancel/${id}`)
    await beDown(40)

    const shopper = await aShopper(service, { customer: { id: customerId }, subscription: { id } })
    const { body: checkout } = await shopper.look()
    const { status } = await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id, status: 'active' } },
    })

    expect(checkout).toMatchObject({ purpose: 'recover', quote: { due_now: { amount: 999 } } })
    expect(status).toBe(200)
    expect(await payments()).toMatchObject([{ amount: 999 }, { amount: 999, payment_status: 'SETTLING' }])
    expect(await subscription()).toMatchObject({
      status: 'active',
      current_period_start: expect.stringMatching(/^2027-05-11/),
    })
    await runDueWork(service.billing, { concurrency: 1, isClockMoving: false })
    expect(await payments()).toHaveLength(2)
    await service.close()
  })
})
