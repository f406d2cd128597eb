import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refundWork } from '#server/billing/due-work/query-refunds.ts'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { defaultConcurrency, runWork } from '#server/billing/worklist/worklist.ts'
import { obligationWork } from '#server/billing/due-work/retry-obligations.ts'
import { openObligation } from '#server/billing/obligations/open-obligation.ts'
import { deferredCountOf, readBacklog } from '#server/store/health/read-backlog.ts'
import { write } from '#server/store/writes/write.ts'
import { processDueSubscriptions } from '#server/billing/due-work/process-due-subscriptions.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { changesAt, monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { failingRefundCard, refundsAt } from '../../support/processors/refunds-with-news.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, moveClock, type ScriptedProcessor } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('a refund that succeeded', (open) => {
  let processor: ScriptedProcessor
  let asked: (readonly string[])[]
  let isSilent: boolean
  let dear: { id: string }
  const service = useService(open, (database) => {
    processor = aScriptedProcessor(database)
    const { refunds } = processor
    Object.assign(processor, {
      refunds: (ids: readonly string[], at: string) => {
        asked.push(ids)
        if (isSilent) throw new Error('503')
        return refunds(ids, at)
      },
    })
    return { processor }
  })
  beforeAll(async () => {
    dear = await createPlan(service, monthlyPlanAt(15_000))
  })
  beforeEach(() => {
    asked = []
    isSilent = false
  })

  const { aChange } = changesAt(() => service)
  const { refund, read, eventsOf, paidBy, askNow } = refundsAt(() => service)

  describe('and that the bank reverses', () => {
    test('returns the money to the merchant, who may refund it again', async () => {
      const { paymentId } = await paidBy(failingRefundCard)

      const first = await refund(paymentId)
      await moveClock(service, 'P2D')
      const failed = await read(paymentId)
      const second = await refund(paymentId)
      await moveClock(service, 'P2D')

      expect(first.body.refund).toMatchObject({ status: 'succeeded' })
      expect(failed).toMatchObject({ payment_status: 'SETTLED', refunded_amount: 0, refund: { status: 'failed' } })
      expect(second.body).toMatchObject({ refunded_amount: 999, refund: { status: 'succeeded' } })
      expect(await read(paymentId)).toMatchObject({ refunded_amount: 999, refund: { status: 'succeeded' } })
      expect(await eventsOf(paymentId)).toEqual([
        ['refund.created', 'pending', 999],
        ['refund.updated', 'succeeded', 999],
        ['refund.failed', 'failed', 0],
        ['refund.created', 'pending', 999],
        ['refund.updated', 'succeeded', 999],
      ])
    })

    test('is queried for a month and no longer', async () => {
      const { paymentId } = await paidBy('4242424242424242')
      await refund(paymentId)
      const { transactionId } = await service.database.db
        .selectFrom('acceptedRefunds')
        .select('transactionId')
        .where('paymentId', '=', paymentId)
        .executeTakeFirstOrThrow()

      await moveClock(service, 'P60D')

      expect(asked.filter((ids) => ids.includes(transactionId))).toHaveLength(5)
    }, 120_000)

    test('and that we owed is owed again, and made in the end', async () => {
      const subscriber = await paidBy(failingRefundCard)
      await sql`update subscriptions set next_billing_date = billing_now(), current_period_end = billing_now(),
        current_period_start = billing_now() - interval '1 month' where id = ${subscriber.id}`.execute(
        service.database.db,
      )
      processor.script.push('lose after')
      processor.isDown = true
      await processDueSubscriptions(service.billing, defaultConcurrency)
      await service.send('POST', `/subscriptions/cancel/${subscriber.id}`)
      processor.isDown = false
      await completeAttempts(service.billing, { aheadSeconds: 120 })
      await completeAttempts(service.billing, { aheadSeconds: 240 })
      const [, { id }] = await subscriber.payments()
      const before = await read(id)

      await moveClock(service, 'P3D')

      const obligations = await service.database.db
        .selectFrom('obligations')
        .select(['state', 'tries', 'lastFailure'])
        .where('paymentId', '=', id)
        .execute()
      expect(before).toMatchObject({ refunded_amount: 999, refund: { status: 'succeeded' } })
      expect((await eventsOf(id)).map(([type]: string[]) => type)).toContain('refund.failed')
      expect(await read(id)).toMatchObject({ refunded_amount: 999, refund: { status: 'succeeded' } })
      expect(obligations).toEqual([{ state: 'met', tries: 1, lastFailure: expect.stringContaining('sent') }])
    })

    test('returns what it took from the running period, to the cent', async () => {
      const subscriber = await paidBy(failingRefundCard, monthlyPlanAt(10_000))
      await refund(subscriber.paymentId, 4000)
      const taken = (await subscriber.row()).periodCostAmount

      await askNow(subscriber.paymentId)

      expect(taken).toBe(6000)
      expect(await subscriber.row()).toMatchObject({ periodCostAmount: 10_000, balanceAmount: 0 })
    })

    test('returns the credit of a plan change, and a second refund takes that credit again', async () => {
      const subscriber = await paidBy(failingRefundCard, monthlyPlanAt(10_000))
      await refund(subscriber.paymentId)
      const upgrade = await aChange(subscriber, dear)
      const paid = await upgrade.pay()
      expect(paid.body.amount).toBe(15_000)

      await askNow(subscriber.paymentId)
      const returned = await subscriber.row()
      await refund(subscriber.paymentId)

      expect(Math.round(returned.balanceAmount / 10) * 10).toBe(10_000)
      expect(returned).toMatchObject({
        periodCostAmount: 15_000,
        creditEntries: [{ source: { kind: 'payment', id: subscriber.paymentId }, minor: returned.balanceAmount }],
      })
      expect(await subscriber.row()).toMatchObject({
        periodCostAmount: 15_000,
        balanceAmount: 0,
        creditEntries: null,
      })
    })

    test('returns what it took from credit that a plan change had spent before', async () => {
      const subscriber = await paidBy(failingRefundCard, monthlyPlanAt(10_000))
      const upgrade = await aChange(subscriber, dear)
      await upgrade.pay()
      const before = await subscriber.row()
      await refund(subscriber.paymentId)
      const taken = await subscriber.row()

      await askNow(subscriber.paymentId)

      expect(Math.round(taken.balanceAmount / 10) * 10).toBe(-10_000)
      const { periodCostAmount, balanceAmount, creditEntries } = before
      expect(await subscriber.row()).toMatchObject({ periodCostAmount, balanceAmount, creditEntries })
    })

    test('waits while a plan change that relies on the same money is being paid', async () => {
      const subscriber = await paidBy(failingRefundCard, monthlyPlanAt(10_000))
      await refund(subscriber.paymentId, 4000)
      const shopper = await aShopper(service, {
        customer: { id: subscriber.customerId },
        plan: { id: dear.id },
        subscription: { id: subscriber.id },
      })
      const waiting = await shopper.pay({ number: '4000000000003220', exp_year: 2090 })
      expect(waiting.body.next_action.type).toBe('three_d_secure')

      await askNow(subscriber.paymentId)
      const meanwhile = await read(subscriber.paymentId)
      const wallClock = () => new Date(Date.now() + 11 * 60_000).toISOString()
      await completeAttempts({ ...service.billing, wallClock }, { aheadSeconds: 11 * 60 })
      await askNow(subscriber.paymentId)

      expect(meanwhile).toMatchObject({ refunded_amount: 4000, refund: { status: 'succeeded' } })
      expect(await read(subscriber.paymentId)).toMatchObject({ refunded_amount: 0, refund: { status: 'failed' } })
      expect(await subscriber.row()).toMatchObject({ periodCostAmount: 10_000 })
    })

    test('returns to the balance what a deferred plan change had exchanged, as though it had never been made', async () => {
      const [refunded, other] = [
        await paidBy(failingRefundCard, monthlyPlanAt(10_000)),
        await paidBy(failingRefundCard, monthlyPlanAt(10_000)),
      ]
      await refund(refunded.paymentId, 4000)
      for (const subscriber of [refunded, other]) {
        const change = await aChange(subscriber, dear, 'prorated_next_billing_period')
        expect((await change.patch()).status).toBe(200)
      }

      await askNow(refunded.paymentId)

      const [returned, never] = [await refunded.row(), await other.row()]
      expect(returned.periodCostAmount).toBe(never.periodCostAmount)
      expect(Math.abs(returned.balanceAmount - never.balanceAmount)).toBeLessThanOrEqual(2)
    })

    test('is noticed after the last day if the processor did not answer on that day', async () => {
      const { paymentId } = await paidBy(failingRefundCard)
      await refund(paymentId)
      await sql`update accepted_refunds set state_since = billing_now() - interval '31 days'
        where payment_id = ${paymentId}`.execute(service.database.db)
      isSilent = true
      await askNow(paymentId)
      isSilent = false

      await askNow(paymentId)

      expect(await read(paymentId)).toMatchObject({ refunded_amount: 0, refund: { status: 'failed' } })
    })

    test('is noticed after months without a server, even if the first queries then get no answer', async () => {
      const { paymentId } = await paidBy(failingRefundCard)
      await refund(paymentId)
      await sql`update accepted_refunds set due_at = billing_now() - interval '60 days',
          state_since = billing_now() - interval '61 days' where payment_id = ${paymentId}`.execute(service.database.db)
      isSilent = true
      await runWork(service.billing, refundWork)
      await moveClock(service, 'P3D')
      const told = deferredCountOf(await readBacklog(service.database.db), 'refund').deferred
      isSilent = false

      await moveClock(service, 'P2D')

      expect(told).toBe(0)
      expect(await read(paymentId)).toMatchObject({ refunded_amount: 0, refund: { status: 'failed' } })
    })

    test('is owed again up to the unrefunded part of the payment’s obligation', async () => {
      const { paymentId } = await paidBy(failingRefundCard, monthlyPlanAt(10_000))
      const { db } = service.database
      await refund(paymentId, 4000)
      const { paymentDetails } = await db
        .selectFrom('payments')
        .select('paymentDetails')
        .where('id', '=', paymentId)
        .executeTakeFirstOrThrow()
      const id = await write(db, service.organizationId, async (work) =>
        openObligation(work, {
          paymentId,
          kind: 'refund',
          amount: 8000,
          currencyCode: 'EUR',
          isCounted: true,
          attemptId: null,
          transactionId: paymentDetails!.processor_transaction_id!,
          reason: 'Nobody wants it.',
        }),
      )
      const retry = async () => {
        await sql`update obligations set due_at = billing_now() where id = ${id}`.execute(db)
        await runWork(service.billing, obligationWork)
        await completeAttempts(service.billing, { aheadSeconds: 120 })
      }
      await retry()
      const whole = await read(paymentId)

      await askNow(paymentId)
      const takenBack = await read(paymentId)
      await retry()

      expect(whole.refunded_amount).toBe(10_000)
      expect(takenBack.refunded_amount).toBe(6000)
      expect((await read(paymentId)).refunded_amount).toBe(8000)
      expect(await db.selectFrom('obligations').select('state').where('id', '=', id).execute()).toEqual([
        { state: 'met' },
      ])
    })

    test('leaves the period owed if its money never settled', async () => {
      const { id, paymentId } = await paidBy(failingRefundCard)
      await refund(paymentId)
      await sql`update sandbox_processor.transactions set traits = traits || '{"settlementFails": true}'
        where id = (select payment_details->>'processor_transaction_id' from payments where id = ${paymentId})`.execute(
        service.database.db,
      )
      processor.script.push('decline')

      await moveClock(service, 'P1DT2H')

      const payment = await read(paymentId)
      expect(payment).toMatchObject({ payment_status: 'FAILED', refunded_amount: 0, refund: { status: 'failed' } })
      expect((await service.send('GET', `/subscriptions/${id}`)).body).toMatchObject({ status: 'past_due' })
    })
  })
})
