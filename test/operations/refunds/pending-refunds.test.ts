import { beforeEach, expect, test } from 'vitest'
import { resolveRefund } from '#server/billing/operator/resolve-given-up.ts'
import { runDoctor } from '#server/cli/doctor/run-doctor.ts'
import { givenUpCommands } from '#server/cli/operator/given-up-commands.ts'
import { deferredCountOf, readBacklog } from '#server/store/health/read-backlog.ts'
import { commandContext } from '../../support/services/command-context.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { changesAt, resultCodeOf, monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { refundsAt, pendingRefundCard } from '../../support/processors/refunds-with-news.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('a refund that is pending', (open) => {
  /** A refund about which the processor gives a wrong answer, and that answer. */
  let odd: { readonly id: string; readonly says: 'pending' | 'rejected' } | undefined
  const service = useService(open, (database) => {
    const processor = aScriptedProcessor(database)
    const { refunds } = processor
    Object.assign(processor, {
      refunds: async (ids: readonly string[], at: string) => {
        if (odd === undefined || !ids.includes(odd.id)) return refunds(ids, at)
        if (odd.says === 'rejected') throw new Error('No such refund.')
        const others = await refunds(
          ids.filter((id) => id !== odd!.id),
          at,
        )
        return [...others, { transactionId: odd.id, state: 'pending' }]
      },
    })
    return { processor }
  })
  beforeEach(() => {
    odd = undefined
  })

  const { aChange } = changesAt(() => service)
  const { refund, read, eventsOf, paidBy, askNow, deferOnce } = refundsAt(() => service)

  test('counts as refunded, succeeds the next day, and is made once', async () => {
    const { paymentId } = await paidBy(pendingRefundCard)

    const { body } = await refund(paymentId)
    const more = await refund(paymentId, 1)
    const backlog = await readBacklog(service.database.db)
    await moveClock(service, 'P2D')

    expect(body).toMatchObject({
      refunded_amount: 999,
      refund: { status: 'pending', processor_transaction_id: expect.stringMatching(/^sbx_/) },
    })
    expect(resultCodeOf(more)).toBe('refund_exceeds_captured')
    expect(backlog.refundsPending).toBeGreaterThan(0)
    expect(await read(paymentId)).toMatchObject({ refunded_amount: 999, refund: { status: 'succeeded' } })
    expect(await eventsOf(paymentId)).toEqual([
      ['refund.created', 'pending', 999],
      ['refund.updated', 'pending', 999],
      ['refund.updated', 'succeeded', 999],
    ])
  })

  test('has already taken its credit, so the plan can change meanwhile', async () => {
    const subscriber = await paidBy(pendingRefundCard, monthlyPlanAt(10_000))
    await refund(subscriber.paymentId, 4000)

    const upgrade = await aChange(subscriber, await createPlan(service, monthlyPlanAt(15_000)))
    const paid = await upgrade.pay()

    expect(Math.round(paid.body.amount / 10) * 10).toBe(9000)
  })

  test('is given up after a month, is reported, and ends with an operator’s decision', async () => {
    const { paymentId } = await paidBy(pendingRefundCard)
    const { body: refunded } = await refund(paymentId)
    odd = { id: refunded.refund.processor_transaction_id, says: 'pending' }
    await moveClock(service, 'P40D')
    const context = commandContext(service)
    const { data } = (await givenUpCommands['refund list'](context)) as { data: { id: string; payment_id: string }[] }
    const { id } = data.find(({ payment_id }) => payment_id === paymentId)!
    const doctor = (await runDoctor(context)).findings.find(({ check }) => check === 'refunds')
    const { body } = await service.send('GET', '/events?type=payment.outcome_unknown&limit=1000')
    const byHand = { id, who: 'mina', why: 'seen on the statement' }

    await expect(givenUpCommands['refund resolve'](context, { ...byHand, as: 'lost' })).rejects.toThrow('--as must be')
    const resolved = await givenUpCommands['refund resolve'](context, { ...byHand, as: 'failed' })

    expect(doctor).toMatchObject({ ok: false, message: expect.stringMatching(`${id}.*refund resolve`) })
    expect(body.data.at(-1)).toMatchObject({ data: { object: { id: paymentId, refund: { status: 'pending' } } } })
    expect(resolved).toMatchObject({
      state: 'failed',
      actions: [{ what: 'refund.resolved_as_failed', who: 'mina', why: 'seen on the statement' }],
    })
    expect(await read(paymentId)).toMatchObject({ refunded_amount: 0, refund: { status: 'failed' } })
    expect(deferredCountOf(await readBacklog(service.database.db), 'refund')).toEqual({ deferred: 0, givenUp: 0 })
    await expect(givenUpCommands['refund resolve'](context, { ...byHand, as: 'failed' })).rejects.toMatchObject({
      code: 'not_found',
    })
  }, 120_000)

  test('cannot be failed by an operator while a plan change that relies on the same money is being paid', async () => {
    const subscriber = await paidBy(pendingRefundCard, monthlyPlanAt(10_000))
    await refund(subscriber.paymentId, 4000)
    const shopper = await aShopper(service, {
      customer: { id: subscriber.customerId },
      plan: { id: (await createPlan(service, monthlyPlanAt(15_000))).id },
      subscription: { id: subscriber.id },
    })
    const waiting = await shopper.pay({ number: '4000000000003220', exp_year: 2090 })
    expect(waiting.body.next_action.type).toBe('three_d_secure')
    const accepted = await service.database.db
      .updateTable('acceptedRefunds')
      .set({ dueAt: null })
      .where('paymentId', '=', subscriber.paymentId)
      .returningAll()
      .executeTakeFirstOrThrow()

    await deferOnce(subscriber.paymentId, 'given up')

    const resolving = resolveRefund(service.billing, accepted, 'failed', { who: 'mina', why: 'seen' })

    await expect(resolving).rejects.toMatchObject({ code: 'payment_in_progress' })
    expect(await read(subscriber.paymentId)).toMatchObject({ refunded_amount: 4000, refund: { status: 'pending' } })
  })

  test('is deferred by itself while the processor rejects the query, and continues when the processor answers', async () => {
    const { paymentId } = await paidBy(pendingRefundCard)
    const { body: refunded } = await refund(paymentId)
    odd = { id: refunded.refund.processor_transaction_id, says: 'rejected' }
    await askNow(paymentId)
    const deferred = await readBacklog(service.database.db)

    odd = undefined
    await moveClock(service, 'P2D')

    expect(deferredCountOf(deferred, 'refund').deferred).toBe(1)
    expect(await read(paymentId)).toMatchObject({ refund: { status: 'succeeded' } })
    expect(deferredCountOf(await readBacklog(service.database.db), 'refund').deferred).toBe(0)
  })
})
