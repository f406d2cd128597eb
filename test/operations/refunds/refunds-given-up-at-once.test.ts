import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refundWork } from '#server/billing/due-work/query-refunds.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import type { RefundNews } from '#server/processors/processor.ts'
import { deferredCountOf, readBacklog } from '#server/store/health/read-backlog.ts'
import { countBlockedTransactions } from '../../support/interleaving/count-waiting.ts'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { refundsAt, pendingRefundCard } from '../../support/processors/refunds-with-news.ts'
import { aScriptedProcessor } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describe('a refund that two servers query at the same time (postgresql)', () => {
  let refunds: (ids: readonly string[]) => Promise<readonly RefundNews[]>
  const service = useService(
    () => openTestDatabase('postgresql'),
    (database) => ({
      processor: Object.assign(aScriptedProcessor(database), { refunds: (ids: readonly string[]) => refunds(ids) }),
    }),
  )
  beforeAll(() => () => service.database.close())

  const { refund, read, paidBy, makeDue, deferOnce } = refundsAt(() => service)
  let paymentId: string
  beforeEach(async () => {
    paymentId = (await paidBy(pendingRefundCard)).paymentId
    await refund(paymentId)
    const { db } = service.database
    await sql`delete from deferred_work`.execute(db)
    await sql`update accepted_refunds set due_at = null`.execute(db)
    // An earlier query got no answer, so each server applies the refund's state in a transaction of its own.
    await sql`update accepted_refunds set due_at = billing_now(), state_since = billing_now() - interval '31 days'
      where payment_id = ${paymentId}`.execute(db)
    await makeDue(paymentId)
    await deferOnce(paymentId)
  })

  /** The events about how the refund ended, in order. */
  const told = async (): Promise<readonly string[]> => {
    const { body } = await service.send('GET', '/events?type=payment.outcome_unknown,refund.failed&limit=1000')
    return body.data
      .filter(({ data }: { data: { object: { id: string } } }) => data.object.id === paymentId)
      .map(({ type }: { type: string }) => type)
  }
  /** Runs two servers that get these answers. The second server gets its answer before the first has applied anything. */
  const hear = async (first: RefundNews['state'], second: RefundNews['state']) => {
    const answer = (state: RefundNews['state']) => async (ids: readonly string[]) =>
      ids.map((transactionId) => ({ transactionId, state }))
    const isBlocked = async (count: number) =>
      await expect.poll(() => countBlockedTransactions(service.database)).toBeGreaterThanOrEqual(count)
    const both = await service.database.db.transaction().execute(async (held) => {
      await held.selectFrom('payments').select('id').where('id', '=', paymentId).forUpdate().execute()
      refunds = answer(first)
      const one = runWork(service.billing, refundWork)
      await isBlocked(1)
      refunds = answer(second)
      const other = runWork(service.billing, refundWork)
      await isBlocked(2)
      return [one, other]
    })
    await Promise.all(both)
  }

  test('is given up and reported once if both read that it is pending', async () => {
    await hear('pending', 'pending')

    expect(deferredCountOf(await readBacklog(service.database.db), 'refund')).toEqual({ deferred: 0, givenUp: 1 })
    expect(await told()).toEqual(['payment.outcome_unknown'])
  })

  test('is not given up by one server if the other has read that it failed', async () => {
    await hear('pending', 'failed')

    expect(await read(paymentId)).toMatchObject({ refunded_amount: 0, refund: { status: 'failed' } })
    expect(deferredCountOf(await readBacklog(service.database.db), 'refund')).toEqual({ deferred: 0, givenUp: 0 })
    // Usually, the server that learned of the failure is first. On a busy machine, the other server may first give the refund up, so check
    // only the last event.
    expect((await told()).at(-1)).toBe('refund.failed')
  })

  /**
   * One server gets this answer after another server, whose query was later, has given the refund up. Returns the backlog before the answer
   * arrives.
   */
  const hearTooLate = async (state: RefundNews['state']) => {
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    refunds = async (ids) => {
      refunds = async (others) => others.map((transactionId) => ({ transactionId, state: 'pending' }))
      asked.resolve()
      await answered.promise
      return ids.map((transactionId) => ({ transactionId, state }))
    }
    const first = runWork(service.billing, refundWork)
    await asked.promise
    await runWork(service.billing, refundWork)
    const givenUp = await readBacklog(service.database.db)
    answered.resolve()
    await first
    return deferredCountOf(givenUp, 'refund')
  }

  test('stays given up if one server reads that it is pending after the other has given it up', async () => {
    const givenUp = await hearTooLate('pending')

    expect(givenUp).toEqual({ deferred: 0, givenUp: 1 })
    expect(deferredCountOf(await readBacklog(service.database.db), 'refund')).toEqual({ deferred: 0, givenUp: 1 })
    expect(await told()).toEqual(['payment.outcome_unknown'])
  })

  test('ends with the answer that one server reads, though the other has given it up meanwhile', async () => {
    const givenUp = await hearTooLate('failed')

    expect(givenUp).toEqual({ deferred: 0, givenUp: 1 })
    expect(await read(paymentId)).toMatchObject({ refunded_amount: 0, refund: { status: 'failed' } })
    expect(deferredCountOf(await readBacklog(service.database.db), 'refund')).toEqual({ deferred: 0, givenUp: 0 })
  })
})
