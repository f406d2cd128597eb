import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { importProcessorNews } from '#server/billing/disputes/import-processor-news.ts'
import { refundElsewhere } from '#server/processors/sandbox/ledger/refund-elsewhere.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import type { Processor } from '#server/index.ts'
import { readBillingClock } from '#server/store/writes/billing-clock.ts'
import type { ProcessorOutcome } from '#server/processors/processor.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { failingRefundCard, refundsAt, pendingRefundCard } from '../../support/processors/refunds-with-news.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('a refund that the merchant made at the processor', (open) => {
  let lose: 'nothing' | 'requests' | 'answers' = 'nothing'
  const service = useService(open, ({ db }) => {
    const sandbox = sandboxProcessor({ database: db })
    const processor: Processor = {
      ...sandbox,
      async refund(request) {
        const outcome = lose === 'requests' ? lost : await sandbox.refund(request)
        return lose === 'nothing' ? outcome : lost
      },
    }
    return { processor }
  })
  const { refund, read, eventsOf, paidBy, askNow } = refundsAt(() => service)
  const look = () => importProcessorNews(service.billing, true)
  const elsewhere = async (paymentId: string, amount: number) => {
    const { db } = service.database
    const { payment_details: details } = await read(paymentId)
    const transactionId = details.processor_transaction_id as string
    const at = await readBillingClock(db)
    const outcome = await refundElsewhere(db, { transactionId, amount, currency: 'EUR', at })
    if (outcome.kind !== 'approved') throw new Error(JSON.stringify(outcome))
    return outcome.facts.transactionId
  }
  const differencesOf = (paymentId: string) =>
    service.database.db
      .selectFrom('unmatchedTransactions')
      .select(['kind', 'amount'])
      .where('subject', '=', paymentId)
      .execute()

  test('counts as refunded, takes its money out of the period, and is booked once however many servers find it', async () => {
    const subscriber = await paidBy('4242424242424242', monthlyPlanAt(10_000))
    const transactionId = await elsewhere(subscriber.paymentId, 4000)

    await Promise.all([look(), look()])
    await look()
    const tooMuch = await refund(subscriber.paymentId, 6001)
    const rest = await refund(subscriber.paymentId)

    expect(await eventsOf(subscriber.paymentId)).toEqual([
      ['refund.created', 'succeeded', 4000],
      ['refund.created', 'pending', 10_000],
      ['refund.updated', 'succeeded', 10_000],
    ])
    expect(tooMuch.body.error.code).toBe('refund_exceeds_captured')
    expect(rest.body).toMatchObject({ refunded_amount: 10_000 })
    expect(await subscriber.row()).toMatchObject({ periodCostAmount: 0 })
    const { source, processorTransactionId } = await service.database.db
      .selectFrom('refunds')
      .select(['source', 'processorTransactionId'])
      .where('paymentId', '=', subscriber.paymentId)
      .orderBy('createdAt')
      .executeTakeFirstOrThrow()
    expect([source, processorTransactionId]).toEqual(['processor', transactionId])
  })

  test('is queried like any other: a reversal by the bank is booked', async () => {
    const subscriber = await paidBy(failingRefundCard, monthlyPlanAt(10_000))
    await elsewhere(subscriber.paymentId, 4000)
    await look()
    const taken = await subscriber.row()

    await askNow(subscriber.paymentId)

    expect(taken.periodCostAmount).toBe(6000)
    expect(await subscriber.row()).toMatchObject({ periodCostAmount: 10_000 })
    expect(await read(subscriber.paymentId)).toMatchObject({ refunded_amount: 0, refund: { status: 'failed' } })
  })

  test('is pending while the processor reports it as pending', async () => {
    const { paymentId } = await paidBy(pendingRefundCard)
    await elsewhere(paymentId, 999)
    await look()
    const early = await read(paymentId)

    await askNow(paymentId)

    expect(early).toMatchObject({ refunded_amount: 999, refund: { status: 'pending' } })
    expect(await read(paymentId)).toMatchObject({ refunded_amount: 999, refund: { status: 'succeeded' } })
  })

  test('is booked at once if our own refund came too late, because ours is looked up first', async () => {
    const { paymentId } = await paidBy('4242424242424242', monthlyPlanAt(10_000))
    await elsewhere(paymentId, 8000)
    lose = 'answers'
    await refund(paymentId, 7000)
    lose = 'nothing'
    const before = await read(paymentId)

    await look()

    expect(before).toMatchObject({ refunded_amount: 7000, refund: { status: 'pending' } })
    expect(await read(paymentId)).toMatchObject({ refunded_amount: 8000 })
  })

  test('is booked in full if it does not fit alongside ours, once a look-up shows that ours never arrived', async () => {
    const { paymentId } = await paidBy('4242424242424242', monthlyPlanAt(10_000))
    lose = 'requests'
    await refund(paymentId, 7000)
    lose = 'nothing'
    await elsewhere(paymentId, 8000)

    const early = await look()
    await completeAttempts(service.billing, { aheadSeconds: 120 })
    await look()

    expect(early).toEqual([])
    expect(await read(paymentId)).toMatchObject({ refunded_amount: 8000 })
    expect(await differencesOf(paymentId)).toEqual([])
  })

  test('waits while a plan change that relies on the same money is being paid', async () => {
    const dear = await createPlan(service, monthlyPlanAt(15_000))
    const subscriber = await paidBy('4242424242424242', monthlyPlanAt(10_000))
    const shopper = await aShopper(service, {
      customer: { id: subscriber.customerId },
      plan: { id: dear.id },
      subscription: { id: subscriber.id },
    })
    const waiting = await shopper.pay({ number: '4000000000003220', exp_year: 2090 })
    expect(waiting.body.next_action.type).toBe('three_d_secure')
    await elsewhere(subscriber.paymentId, 4000)

    await look()
    const meanwhile = await read(subscriber.paymentId)
    const wallClock = () => new Date(Date.now() + 11 * 60_000).toISOString()
    await completeAttempts({ ...service.billing, wallClock }, { aheadSeconds: 11 * 60 })
    await look()

    expect(meanwhile.refunded_amount).toBe(0)
    expect(await read(subscriber.paymentId)).toMatchObject({ refunded_amount: 4000 })
    expect(await subscriber.row()).toMatchObject({ periodCostAmount: 6000 })
  })

  test('for a payment that was never paid is a difference for an operator', async () => {
    const { paymentId } = await paidBy('4242424242424242', monthlyPlanAt(10_000))
    await elsewhere(paymentId, 4000)
    await sql`update payments set payment_status = 'FAILED' where id = ${paymentId}`.execute(service.database.db)

    await look()
    await look()

    expect(await read(paymentId)).toMatchObject({ refunded_amount: 0 })
    expect(await differencesOf(paymentId)).toEqual([{ kind: 'refund', amount: 4000 }])
  })
})

const lost: ProcessorOutcome = { kind: 'unknown', message: 'It was lost on the way.' }
