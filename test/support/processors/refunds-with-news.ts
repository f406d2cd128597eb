import { sql } from 'kysely'
import { refundWork } from '#server/billing/due-work/query-refunds.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { neverRetriedAt } from '#server/store/schema/deferred-work.ts'
import type { RunningService } from '../services/running-service.ts'
import { aMonthlyPlan } from '../stories/shopper.ts'
import { aSubscriber } from '../stories/subscriber.ts'

/** A card whose refunds are pending for a day. */
export const pendingRefundCard = '4000000000007726'

/** A card whose first refund fails a day after it succeeded. */
export const failingRefundCard = '4000000000005126'

/** Functions that refund a service's payments and query the refunds' outcomes. */
export const refundsAt = (running: () => RunningService) => {
  const refund = (id: string, amount?: number) =>
    running().send('POST', `/payments/refund/${id}`, { body: amount === undefined ? {} : { amount } })
  const read = async (id: string) => (await running().send('GET', `/payments/${id}`)).body
  const eventsOf = async (id: string) => {
    const { body } = await running().send('GET', '/events?type=refund.created,refund.updated,refund.failed&limit=1000')
    return body.data
      .filter((event: { data: { object: { id: string } } }) => event.data.object.id === id)
      .map((event: { type: string; data: { object: { refunded_amount: number; refund: { status: string } } } }) => [
        event.type,
        event.data.object.refund.status,
        event.data.object.refunded_amount,
      ])
  }
  const paidBy = async (number: string, plan: object = aMonthlyPlan()) => {
    const subscriber = await aSubscriber(running(), plan, { number })
    const [{ id }] = await subscriber.payments()
    return { ...subscriber, paymentId: id as string }
  }
  /** Makes the processor answer now what it would answer two days later, without moving the clock. */
  const makeDue = (paymentId: string) =>
    sql`with moved as (update accepted_refunds set due_at = billing_now() where payment_id = ${paymentId}
        and due_at is not null returning transaction_id)
      update sandbox_processor.transactions set created_at = created_at - interval '2 days'
      where id in (select transaction_id from moved)`.execute(running().database.db)
  /**
   * Defers a refund as though a query about it had failed; with `given up`, as though that had been the last try. The refund's next query
   * then uses a transaction of its own.
   */
  const deferOnce = (paymentId: string, until: 'tried again' | 'given up' = 'tried again') =>
    sql`insert into deferred_work (organization_id, kind, id, deferred_until, tries, reason)
      select organization_id, 'refund', id, ${until === 'given up' ? neverRetriedAt : sql`billing_now()`}, 1, 'No answer.'
      from accepted_refunds where payment_id = ${paymentId}`.execute(running().database.db)
  const askNow = async (paymentId: string) => {
    await makeDue(paymentId)
    return runWork(running().billing, refundWork)
  }

  return { refund, read, eventsOf, paidBy, makeDue, deferOnce, askNow }
}
