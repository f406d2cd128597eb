import { beforeAll, describe, expect, test } from 'vitest'
import { refundWork } from '#server/billing/due-work/query-refunds.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { countBlockedTransactions, countWaitingForNames } from '../../support/interleaving/count-waiting.ts'
import { waitUntilDoneOrBlocked } from '../../support/interleaving/pausable.ts'
import { changesAt, resultCodeOf, monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { failingRefundCard, refundsAt } from '../../support/processors/refunds-with-news.ts'
import { createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

describe('the failure of a refund at the same time as other work (postgresql)', () => {
  let dear: { id: string }
  const service = useService(() => openTestDatabase('postgresql'))
  beforeAll(async () => {
    dear = await createPlan(service, monthlyPlanAt(15_000))
    return () => service.database.close()
  })

  const { aChange } = changesAt(() => service)
  const { refund, read, eventsOf, paidBy, makeDue, deferOnce } = refundsAt(() => service)

  test('is booked once, however many servers query at the same time, and alongside a second refund of the rest', async () => {
    const subscriber = await paidBy(failingRefundCard, monthlyPlanAt(10_000))
    await refund(subscriber.paymentId, 4000)
    await makeDue(subscriber.paymentId)

    const [, , second] = await Promise.all([
      runWork(service.billing, refundWork),
      runWork(service.billing, refundWork),
      refund(subscriber.paymentId, 5000),
    ])

    expect(second).toMatchObject({ status: 200 })
    expect(await read(subscriber.paymentId)).toMatchObject({ refunded_amount: 5000 })
    expect(await subscriber.row()).toMatchObject({ periodCostAmount: 5000 })
    expect((await eventsOf(subscriber.paymentId)).filter(([type]: string[]) => type === 'refund.failed')).toHaveLength(
      1,
    )
  })

  test('is booked before or after a plan change begins, and never during its beginning', async () => {
    const subscriber = await paidBy(failingRefundCard, monthlyPlanAt(10_000))
    await refund(subscriber.paymentId, 4000)
    await makeDue(subscriber.paymentId)
    const { db } = service.database
    // After a failed query, the server applies the next answer in a transaction of its own.
    await deferOnce(subscriber.paymentId)
    const upgrade = await aChange(subscriber, dear)
    let news: Promise<unknown> = Promise.resolve()
    let hasBegun = false
    let paying = Promise.resolve<Awaited<ReturnType<typeof upgrade.pay>> | undefined>(undefined)

    await db.transaction().execute(async (held) => {
      await held.selectFrom('refunds').select('id').where('paymentId', '=', subscriber.paymentId).forUpdate().execute()
      news = runWork(service.billing, refundWork)
      await waitUntilDoneOrBlocked(service.database, news)
      paying = upgrade.pay().finally(() => (hasBegun = true))
      await expect.poll(async () => hasBegun || (await countBlockedTransactions(service.database)) > 1).toBe(true)
    })
    const paid = await paying
    await news

    expect(hasBegun && resultCodeOf(paid!)).toBe('amount_changed')
    expect(await read(subscriber.paymentId)).toMatchObject({ refunded_amount: 0, refund: { status: 'failed' } })
  })

  test('returns the money as credit if a plan change for which it waited has ended the period', async () => {
    const cheap = await createPlan(service, monthlyPlanAt(1000))
    const subscriber = await paidBy(failingRefundCard, monthlyPlanAt(10_000))
    await refund(subscriber.paymentId, 4000)
    await makeDue(subscriber.paymentId)
    const { db } = service.database
    await deferOnce(subscriber.paymentId)
    const downgrade = await aChange(subscriber, cheap)
    let changing: ReturnType<typeof downgrade.patch> | undefined
    let news: Promise<unknown> | undefined

    await db.transaction().execute(async (held) => {
      await held.selectFrom('subscriptions').select('id').where('id', '=', subscriber.id).forUpdate().execute()
      changing = downgrade.patch()
      await expect.poll(() => countBlockedTransactions(service.database)).toBe(1)
      news = runWork(service.billing, refundWork)
      await expect.poll(() => countWaitingForNames(service.database)).toBe(1)
    })
    expect(await changing).toMatchObject({ status: 200 })
    await news

    expect(await read(subscriber.paymentId)).toMatchObject({ refunded_amount: 0, refund: { status: 'failed' } })
    const { balanceAmount, periodCostAmount } = await subscriber.row()
    // The failed refund leaves the whole 100.00, less 10.00 for the first month of the cheap plan; the seconds that passed cost a cent.
    expect([Math.round(balanceAmount / 10) * 10, periodCostAmount]).toEqual([9000, 1000])
  })

  test('waits for another request that decides by the payment', async () => {
    const subscriber = await paidBy(failingRefundCard, monthlyPlanAt(10_000))
    await refund(subscriber.paymentId)
    await makeDue(subscriber.paymentId)
    const { db } = service.database
    let news: Promise<unknown> = Promise.resolve()

    await db.transaction().execute(async (held) => {
      await held.selectFrom('payments').select('id').where('id', '=', subscriber.paymentId).forUpdate().execute()
      news = runWork(service.billing, refundWork)
      await waitUntilDoneOrBlocked(service.database, news)
      const { status } = await held
        .selectFrom('refunds')
        .select('status')
        .where('paymentId', '=', subscriber.paymentId)
        .executeTakeFirstOrThrow()
      expect(status).toBe('succeeded')
    })
    await news

    expect(await read(subscriber.paymentId)).toMatchObject({ refunded_amount: 0, refund: { status: 'failed' } })
  })
})
