import { sql } from 'kysely'
import { addInterval, type Timestamp } from '@billing-checkout/domain'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import { queryEachConnection } from '../../processors/queries/query-each-connection.ts'
import { queryRefunds } from '../../processors/queries/query-each.ts'
import type { RefundNews } from '../../processors/processor.ts'
import { lockExistingPayment } from '../../store/entities/payments.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import { selectAcceptedRefunds } from '../../store/queries/accepted-refunds.ts'
import { readBillingClock } from '../../store/writes/billing-clock.ts'
import type { AcceptedRefundRow, PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { retryWhilePendingAt, triesInAMonth } from '../back-off.ts'
import { lockNamesOf } from '../lock-names-of.ts'
import { loadAcceptedRefund, nextRefundQueryAt } from '../payments/record-accepted-refund.ts'
import type { WorkKind } from '../worklist/worklist.ts'
import { failRefund, markRefundSucceeded } from '../outcomes/fail-refund.ts'
import { lockAndFindPendingChange } from '../payments/change-being-paid.ts'
import { clearDeferral } from '../worklist/defer-work.ts'
import { daysSince, nextPendingQueryAt, pendingDaysMax, StillPending } from './still-pending.ts'

/**
 * Refunds that processors have accepted. The worker queries the processor about a refund:
 *
 * - while it is pending, for a month, hourly at first and later daily;
 * - a few times in the month after it arrived, because it may still be returned; a failure after that month goes unnoticed.
 *
 * If a refund is still pending after a month, or if the processor gives no answer for another month, the worker reports the refund and
 * stops its queries. An operator then states the outcome (`resolveRefund`). While a plan change is being paid, the worker does not apply a
 * failure.
 */
export const refundWork: WorkKind<DueRefund, RefundNews | undefined> = {
  name: 'refund',
  table: 'acceptedRefunds',
  dueColumn: 'due_at',
  isOpen: sql<boolean>`true`,
  limit: 100,
  concurrency: 100,
  load: (database, where, limit) =>
    selectAcceptedRefunds(database, 'due work')
      .select(['payments.customerId', 'payments.subscriptionId'])
      .where(where)
      .orderBy('acceptedRefunds.dueAt')
      .limit(limit)
      .execute(),
  call: async (billing, due) => {
    const at = await readBillingClock(billing.database)
    const answers = await queryEachConnection(billing, due, {
      about: 'refunds',
      idOf: ({ transactionId }) => transactionId,
      query: (processor, transactionIds, failed) => queryRefunds(processor, { transactionIds, at }, failed),
    })
    return (refund) => answers.get(refund)
  },
  perform: ({ work, row, answer }) => applyRefundNews(work, row, answer),
  subjectOf: ({ paymentId }) => paymentId,
  exclusiveNames: lockNamesOf,
  giveUp: {
    triesMax: triesInAMonth,
    isFinal: (error) => error instanceof StillPending,
    report: async (work, due) => {
      const payment = await lockExistingPayment(work, due.paymentId)
      const { id, dueAt } = await loadAcceptedRefund(work, due.id)
      if (dueAt === null || dueAt > work.now) return undefined
      return async () => {
        work.update('acceptedRefunds', { id }, { dueAt: null, updatedAt: work.now })
        recordEvent(work, 'payment.outcome_unknown', await presentLockedPayment(work, payment))
      }
    },
  },
}

/** A refund that the processor is queried about now, with the ids by which its payment is locked. */
type DueRefund = Pick<AcceptedRefundRow, 'organizationId' | 'id' | 'paymentId' | 'connection' | 'transactionId'> &
  Pick<PaymentRow, 'customerId' | 'subscriptionId'>

/** Applies a processor's answer about one refund, or sets when to query it again. Returns the name of the change, if any. */
const applyRefundNews = async (
  work: Write,
  { id, paymentId }: DueRefund,
  news: RefundNews | undefined,
): Promise<string | undefined> => {
  const payment = await lockExistingPayment(work, paymentId)
  // The row's state changes only under the payment's lock. Code without that lock writes other columns: a notification moves `due_at`, and
  // a change of the subscription's period writes `taken` or `periodLeftAt`.
  const accepted = await loadAcceptedRefund(work, id)
  if (!isAnswerRelevant(work, accepted, news)) return undefined
  // `dueAt` is null if another server has given up on the refund since this server queried it. Delete the deferral of that failure, because
  // there is an answer now.
  if (accepted.dueAt === null) await clearDeferral(work, 'refund', id)
  if (news?.state === 'failed') {
    // A plan change or recovery in flight was priced without the refunded money. Apply the failure, which returns that money, only after
    // that payment's outcome is known.
    const changing = await lockAndFindPendingChange(work, payment)
    if (changing !== undefined) return void scheduleQuery(work, accepted, retryWhilePendingAt(work.now, changing))
    await failRefund(work, payment, accepted, news.message ?? 'The refund has failed.')
    return 'refund.failed'
  }
  const isAnswered = news !== undefined && news.state !== 'rejected'
  if (accepted.state === 'succeeded') {
    return void (isAnswered
      ? scheduleQuery(work, accepted, nextRefundQueryAt(work, accepted))
      : scheduleAnotherQuery(work, accepted))
  }
  if (news?.state === 'rejected') throw new Error(`The processor rejects the query: ${news.message ?? 'no reason.'}`)
  if (news?.state === 'succeeded') {
    await markRefundSucceeded(work, payment, accepted)
    scheduleQuery(work, accepted, nextRefundQueryAt(work, { stateSince: work.now }))
    return 'refund.succeeded'
  }
  // Without an answer, the worklist counts the tries and finally gives up: the connection may be gone for good.
  if (daysSince(work.now, accepted.stateSince) >= pendingDaysMax)
    throw news === undefined
      ? new Error(
          `The processor has not reported whether the refund has arrived, ${pendingDaysMax} days or more after it was accepted.`,
        )
      : new StillPending(
          `The processor still reports the refund as pending, ${pendingDaysMax} days after it was accepted.`,
        )
  scheduleQuery(work, accepted, nextPendingQueryAt(work.now, accepted.stateSince))
}

const scheduleQuery = ({ update, now }: Write, { id }: AcceptedRefundRow, dueAt: Timestamp | null): void =>
  update('acceptedRefunds', { id }, { dueAt, failedQuestions: 0, updatedAt: now })

/**
 * Whether a processor's answer still matters. If the refund is due, every answer matters; if the worker has given up on the refund, only a
 * final answer. A failure matters even before the refund is due, because another server whose query got no answer may have postponed the
 * next query.
 */
const isAnswerRelevant = ({ now }: Write, { dueAt, state }: AcceptedRefundRow, news: RefundNews | undefined): boolean =>
  dueAt === null
    ? state === 'pending' && (news?.state === 'failed' || news?.state === 'succeeded')
    : dueAt <= now || news?.state === 'failed'

/**
 * Schedules another query about an arrived refund, after a query without an answer. Queries continue daily until two months have passed
 * since the refund arrived and 30 queries have had no answer.
 */
const scheduleAnotherQuery = (work: Write, accepted: AcceptedRefundRow): void => {
  const { id, stateSince } = accepted
  const unanswered = accepted.failedQuestions + 1
  const isQueried = daysSince(work.now, stateSince) < 2 * pendingDaysMax || unanswered < pendingDaysMax
  const dueAt = isQueried ? addInterval(work.now, 'days', 1) : null
  work.update('acceptedRefunds', { id }, { dueAt, failedQuestions: unanswered, updatedAt: work.now })
}
