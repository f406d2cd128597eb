import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import type { Answer } from '../../support/services/running-service.ts'
import { resultCodeOf, monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { aShopper, createPlan, shopperOf } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

// The later a change is made, the more it costs, because less of the paid period is unused. At this large price, it costs about two cents
// more each minute.
describeUsualDatabase('a session is quoted when it is opened or changed', (open) => {
  const service = useService(open)

  const dueIn = (session: Answer['body']): number => session.currency_details.plan.due_now.payment.amount

  let members: object
  let session: Answer['body']
  let larger: Answer['body']
  beforeEach(async () => {
    const { id, customerId } = await aSubscriber(service, monthlyPlanAt(99_000))
    const plan = await createPlan(service, monthlyPlanAt(149_000))
    larger = await createPlan(service, monthlyPlanAt(199_000))
    members = { customer: { id: customerId }, plan: { id: plan.id }, subscription: { id } }
    const opened = await service.send('POST', '/client-session', { body: members })
    session = opened.body
  })

  test('the quote in the merchant’s answer is shown and charged twenty minutes later', async () => {
    const shopper = shopperOf(service, session.id)

    await moveClock(service, 'PT20M')
    const { body: found } = await service.send('GET', `/client-session/${session.id}`)
    const page = await shopper.look()
    const { body: payment } = await shopper.payAsSeen(page)

    const due = dueIn(session)
    expect([dueIn(found), page.body.quote.due_now.amount, payment.amount]).toEqual([due, due, due])
    expect(payment.payment_status).toBe('SETTLING')
  })

  test('the quote in the merchant’s answer to a change is shown twenty minutes later', async () => {
    const { body: changed } = await service.send('PATCH', `/client-session/${session.id}`, {
      body: { plan: { id: larger.id } },
    })

    await moveClock(service, 'PT20M')
    const { body: page } = await shopperOf(service, session.id).look()

    expect(dueIn(changed)).toBeGreaterThan(dueIn(session))
    expect(page.quote.due_now.amount).toBe(dueIn(changed))
  })

  test('a session is quoted again half an hour later, and keeps that quote for half an hour', async () => {
    const shopper = shopperOf(service, session.id)

    await moveClock(service, 'PT30M')
    const { body: first } = await shopper.look()
    await moveClock(service, 'PT29M')
    const { body: again } = await shopper.look()

    expect(first.quote.due_now.amount).toBeGreaterThan(dueIn(session))
    expect([again.quote.id, again.quote.due_now]).toEqual([first.quote.id, first.quote.due_now])
  })

  test('a change that is quoted ten minutes before the end of the period is not charged by that quote afterwards', async () => {
    const { db } = service.database
    const { subscription } = members as { subscription: { id: string } }
    const { body: before } = await service.send('GET', `/subscriptions/${subscription.id}`)
    const end = Date.parse(before.current_period_end)
    await moveClock(service, new Date(end - 600_000).toISOString())
    const shopper = await aShopper(service, members)
    const page = await shopper.look()

    // Moves the clock past the end of the period. No worker has renewed the subscription yet.
    await sql`update clock set offset_millis = offset_millis + 660_000`.execute(db)
    const late = await shopper.payAsSeen(page)
    const again = await shopper.look()

    expect(Date.parse(page.body.quote.expires_at)).toBe(end)
    expect(resultCodeOf(late)).toBe('amount_changed')
    expect(page.body.quote.due_now.amount).toBeLessThan(149_000)
    expect(again.body.quote.due_now.amount).toBe(149_000)
  })

  test('a subscription that has changed since the quote is quoted again', async () => {
    const other = await service.send('POST', '/client-session', { body: { ...members, plan: { id: larger.id } } })
    const shopper = shopperOf(service, session.id)
    const { body: before } = await shopper.look()

    await shopperOf(service, other.body.id).pay()
    const { body: after } = await shopper.look()

    expect(before.quote.due_now.amount).toBe(dueIn(session))
    expect([after.quote.id === before.quote.id, after.quote.due_now.amount]).toEqual([false, 0])
  })
})
