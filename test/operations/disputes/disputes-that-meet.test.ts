import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openAutomaticRefund } from '#server/billing/attempts/open-refund.ts'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { obligationWork } from '#server/billing/due-work/retry-obligations.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { lockExistingPayment } from '#server/store/entities/payments.ts'
import { write } from '#server/store/writes/write.ts'
import { countBlockedTransactions } from '../../support/interleaving/count-waiting.ts'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { aDisputingProcessor, disputesAt, type DisputingProcessor } from '../../support/processors/disputes.ts'
import { monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { waitUntilDoneOrBlocked } from '../../support/interleaving/pausable.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describe('a dispute at the same time as other work (postgresql)', () => {
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
    dear = await createPlan(service, monthlyPlanAt(15_000))
  })
  beforeEach(() => processor.disputed.clear())
  const { dispute, disputeHere, look, ask, listed, eventsOf, refund } = disputesAt(
    () => service,
    () => processor,
  )

  test('is opened once and won once, however many servers read it at the same time', async () => {
    const subscriber = await aSubscriber(service, monthlyPlanAt(10_000))
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

  test('delays a refund that is requested meanwhile, which is then refused', async () => {
    const subscriber = await aSubscriber(service, monthlyPlanAt(10_000))
    await dispute(subscriber.paymentId)
    let looking: Promise<unknown> = Promise.resolve()
    let refunding: ReturnType<typeof refund> | undefined

    await service.database.db.transaction().execute(async (held) => {
      await held.selectFrom('subscriptions').select('id').where('id', '=', subscriber.id).forUpdate().execute()
      looking = look()
      await expect.poll(() => countBlockedTransactions(service.database)).toBe(1)
      refunding = refund(subscriber.paymentId)
      await waitUntilDoneOrBlocked(service.database, refunding)
    })
    await looking

    expect((await refunding!).body.error).toMatchObject({ code: 'payment_not_refundable' })
    expect(await subscriber.row()).toMatchObject({ periodCostAmount: 0 })
  })

  test('counts at once, and changes its subscription only after a plan change that relies on the money has ended', async () => {
    const subscriber = await aSubscriber(service, monthlyPlanAt(10_000))
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

  test('meets a refund that we come to owe after it was lost, because the bank has returned the money', async () => {
    const { paymentId } = await aSubscriber(service, monthlyPlanAt(10_000))
    const { db } = service.database
    await disputeHere(paymentId, { status: 'lost' })
    const { body: paid } = await service.send('GET', `/payments/${paymentId}`)
    const transactionId = paid.payment_details.processor_transaction_id as string
    const owed = { amount: 10_000, currencyCode: 'EUR', isCounted: true, reason: 'Nobody wants it.' } as const

    await write(db, service.organizationId, async (work) => {
      const payment = await lockExistingPayment(work, paymentId)
      await openAutomaticRefund(service.billing, work, payment, { ...owed, transactionId })
    })
    await sql`update obligations set due_at = billing_now() where payment_id = ${paymentId}`.execute(db)
    await runWork(service.billing, obligationWork)
    await completeAttempts(service.billing, { aheadSeconds: 120 })

    const obligations = await db.selectFrom('obligations').select('state').where('paymentId', '=', paymentId).execute()
    expect(obligations).toEqual([{ state: 'met' }])
    expect((await service.send('GET', `/payments/${paymentId}`)).body.refunded_amount).toBe(0)
  })
})
