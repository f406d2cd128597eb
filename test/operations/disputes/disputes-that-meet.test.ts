import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/due-work/complete-attempts.ts'
import { countBlocked } from '../../support/count-waiting.ts'
import { openTestDatabase } from '../../support/databases.ts'
import { aDisputingProcessor, disputesAt, type DisputingProcessor } from '../../support/disputes.ts'
import { monthlyAt } from '../../support/plan-changes.ts'
import { doneOrWaiting } from '../../support/pause-after.ts'
import { aShopper, createPlan } from '../../support/shopper.ts'
import { aSubscriber } from '../../support/subscriber.ts'
import { useService } from '../../support/use-service.ts'

describe('a dispute that meets others (postgresql)', () => {
  let processor: DisputingProcessor
  let dear: { id: string }
  const service = useService(
    () => openTestDatabase('postgresql'),
    (database) => {
      processor = aDisputingProcessor(database)
      return { processor, settings: { on_dispute: 'nothing' } }
    },
  )
  beforeAll(async () => {
    dear = await createPlan(service, monthlyAt(15_000))
  })
  beforeEach(() => processor.disputed.clear())
  const { dispute, look, ask, listed, eventsOf, refund } = disputesAt(
    () => service,
    () => processor,
  )

  test('is opened once and won once, however many look at once', async () => {
    const subscriber = await aSubscriber(service, monthlyAt(10_000))
    const disputeId = await dispute(subscriber.paymentId)
    await Promise.all([look(), look(), look(), look()])
    const withdrawn = await subscriber.row()

    await dispute(subscriber.paymentId, { disputeId, status: 'won' })
    await Promise.all([look(), ask(), look(), ask()])

    expect([withdrawn.periodCostAmount, (await subscriber.row()).periodCostAmount]).toEqual([0, 10_000])
    expect(await eventsOf(subscriber.paymentId)).toEqual([
      ['dispute.created', 'needs_response'],
      ['dispute.closed', 'won'],
    ])
  })

  test('is waited for by a refund that is asked for meanwhile, which is refused then', async () => {
    const subscriber = await aSubscriber(service, monthlyAt(10_000))
    await dispute(subscriber.paymentId)
    let looking: Promise<unknown> = Promise.resolve()
    let refunding: ReturnType<typeof refund> | undefined

    await service.database.db.transaction().execute(async (held) => {
      await held.selectFrom('subscriptions').select('id').where('id', '=', subscriber.id).forUpdate().execute()
      looking = look()
      await expect.poll(() => countBlocked(service.database)).toBe(1)
      refunding = refund(subscriber.paymentId)
      await doneOrWaiting(service.database, refunding)
    })
    await looking

    expect((await refunding!).body.error).toMatchObject({ code: 'payment_not_refundable' })
    expect(await subscriber.row()).toMatchObject({ periodCostAmount: 0 })
  })

  test('counts at once and touches its subscription only when the plan change is over that counts on the money', async () => {
    const subscriber = await aSubscriber(service, monthlyAt(10_000))
    const shopper = await aShopper(service, {
      customer: { id: subscriber.customerId },
      plan: { id: dear.id },
      subscription: { id: subscriber.id },
    })
    const waiting = await shopper.pay({ number: '4000000000003220', exp_year: 2090 })
    expect(waiting.body.next_action.type).toBe('three_d_secure')

    await dispute(subscriber.paymentId)
    await look()
    const meanwhile = await subscriber.row()
    const refused = await refund(subscriber.paymentId)
    const wallClock = () => new Date(Date.now() + 11 * 60_000).toISOString()
    await completeAttempts({ ...service.billing, wallClock }, { aheadSeconds: 11 * 60 })
    await ask()

    expect(meanwhile.periodCostAmount).toBe(10_000)
    expect(refused.status).toBe(409)
    expect(await listed(subscriber.paymentId)).toMatchObject([{ status: 'needs_response' }])
    expect(await subscriber.row()).toMatchObject({ periodCostAmount: 0 })
  })
})
