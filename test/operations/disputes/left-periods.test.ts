import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aDisputingProcessor, disputesAt, type DisputingProcessor } from '../../support/processors/disputes.ts'
import { changesAt, monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase('a dispute over a period that a plan change has ended', (open) => {
  let processor: DisputingProcessor
  let dear: { id: string } | undefined
  const service = useService(open, (database) => {
    processor = aDisputingProcessor(database)
    return { processor, settings: { on_dispute: 'nothing' } }
  })
  beforeAll(async () => {
    dear = await createPlan(service, monthlyPlanAt(15_000))
  })
  const { dispute, disputeHere, look } = disputesAt(
    () => service,
    () => processor,
  )
  const { aChange } = changesAt(() => service)
  const subscriberAt = (amount: number) => aSubscriber(service, monthlyPlanAt(amount))

  test('gives no credit with the change, and gives it when the dispute is won', async () => {
    const subscriber = await subscriberAt(10_000)
    const disputeId = await disputeHere(subscriber.paymentId)
    const upgrade = await aChange(subscriber, dear!)
    const paid = await upgrade.pay()

    await dispute(subscriber.paymentId, { disputeId, status: 'won' })
    await look()

    expect(paid.body.amount).toBe(15_000)
    const { balanceAmount } = await subscriber.row()
    expect(Math.round(balanceAmount / 10) * 10).toBe(10_000)
  })

  test('gives credit for the period as it was at the change, if its end had been moved', async () => {
    const subscriber = await subscriberAt(10_000)
    const { currentPeriodStart: start } = await subscriber.row()
    const disputeId = await disputeHere(subscriber.paymentId)
    const to = new Date(Date.parse(start) + 40 * 86_400_000).toISOString()
    await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id: subscriber.id, next_billing_date: to } },
    })
    await moveClock(service, new Date(Date.parse(start) + 30 * 86_400_000).toISOString())
    expect((await (await aChange(subscriber, dear!)).pay()).body).toMatchObject({ amount: 15_000 })
    await dispute(subscriber.paymentId, { disputeId, status: 'won' })
    await look()

    // At the change, ten of the period's forty days were left: a quarter of 10,000.
    expect(Math.abs((await subscriber.row()).balanceAmount - 2500)).toBeLessThanOrEqual(1)
  })
})
