import { addInterval, type Timestamp } from '@billing-checkout/domain'
import type { RefundNews } from '../../processors/processor.ts'
import { lockExistingPayment } from '../../store/entities/payments.ts'
import type { AcceptedRefundRow, PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { minutesAfter, retryWhilePending } from '../back-off.ts'
import { failRefund, succeedRefund } from '../outcomes/fail-refund.ts'
import { nextQuestionAt } from '../payments/accept-refund.ts'
import { findChangeBeingPaid } from '../payments/change-being-paid.ts'
import { loadAcceptedRefund } from '../payments/load-accepted-refund.ts'
import { clearDeferral } from '../worklist/defer-work.ts'

/** A refund that the processor is queried about now, with the ids by which its payment is locked. */
export type DueRefund = Pick<
  AcceptedRefundRow,
  'organizationId' | 'id' | 'paymentId' | 'connection' | 'transactionId'
> &
  Pick<PaymentRow, 'customerId' | 'subscriptionId'>

/** Applies a processor's answer about one refund, or sets when to query it again. Returns the name of the change, if any. */
export const applyRefundNews = async (
  work: Write,
  { id, paymentId }: DueRefund,
  news: RefundNews | undefined,
): Promise<string | undefined> => {
  const payment = await lockExistingPayment(work, paymentId)
  // All columns of the row are written under the payment's lock, except the one that notes when the subscription left the refunded period.
  const accepted = await loadAcceptedRefund(work, id)
  if (!isAnswerRelevant(work, accepted, news)) return undefined
  // If another server gave up on the refund after this one queried it, delete the deferral of that failure. A first try has no deferral.
  if (accepted.dueAt === null) await clearDeferral(work, 'refund', id)
  if (news?.state === 'failed') {
    // Wait while a plan change is being paid, because it uses the same money.
    const changing = await findChangeBeingPaid(work, payment)
    if (changing !== undefined) return void scheduleQuery(work, accepted, retryWhilePending(work.now, changing))
    await failRefund(work, payment, accepted, news.message ?? 'The refund has failed.')
    return 'refund.failed'
  }
  const isAnswered = news !== undefined && news.state !== 'rejected'
  if (accepted.state === 'succeeded') {
    return void (isAnswered
      ? scheduleQuery(work, accepted, nextQuestionAt(work, accepted))
      : scheduleAnotherQuery(work, accepted))
  }
  if (news?.state === 'rejected') throw new Error(`The processor rejects the query: ${news.message ?? 'no reason.'}`)
  if (news?.state === 'succeeded') {
    await succeedRefund(work, payment, accepted)
    scheduleQuery(work, accepted, nextQuestionAt(work, { stateSince: work.now }))
    return 'refund.succeeded'
  }
  if (daysSince(work, accepted) >= daysMax)
    throw news === undefined ? new Unanswered(daysMax) : new StillPending(daysMax)
  scheduleQuery(work, accepted, nextPendingQueryAt(work, accepted))
}

const scheduleQuery = ({ update, now }: Write, { id }: AcceptedRefundRow, dueAt: Timestamp | null): void =>
  update('acceptedRefunds', { id }, { dueAt, failedQuestions: 0, updatedAt: now })

/**
 * Whether a processor's answer still matters. It does if the refund is due. For a refund that was given up, only a final answer matters. A
 * failure matters even if another server's query got no answer and postponed the next query.
 */
const isAnswerRelevant = ({ now }: Write, { dueAt, state }: AcceptedRefundRow, news: RefundNews | undefined): boolean =>
  dueAt === null
    ? state === 'pending' && (news?.state === 'failed' || news?.state === 'succeeded')
    : dueAt <= now || news?.state === 'failed'

/**
 * Days after which the worker gives up on a pending refund. A refund arrives within days, so only an operator can then find out what
 * happened to it.
 */
const daysMax = 30

/** When to query the processor about a pending refund again: hourly at first, then less often, at least once a day. */
const nextPendingQueryAt = (work: Write, accepted: AcceptedRefundRow): Timestamp =>
  minutesAfter(work.now, Math.min(Math.max(daysSince(work, accepted), 1), 24) * 60)

/**
 * Schedules another query about an arrived refund, after a query without an answer. Queries continue daily until two months have passed
 * since the refund arrived and 30 queries have had no answer.
 */
const scheduleAnotherQuery = (work: Write, accepted: AcceptedRefundRow): void => {
  const { id } = accepted
  const failedQuestions = accepted.failedQuestions + 1
  const isAsked = daysSince(work, accepted) < 2 * daysMax || failedQuestions < daysMax
  const dueAt = isAsked ? addInterval(work.now, 'days', 1) : null
  work.update('acceptedRefunds', { id }, { dueAt, failedQuestions, updatedAt: work.now })
}

const daysSince = ({ now }: Write, { stateSince }: Pick<AcceptedRefundRow, 'stateSince'>): number =>
  (Date.parse(now) - Date.parse(stateSince)) / 86_400_000

/**
 * Thrown for a refund that is still pending after a month. It should have arrived within days, so an operator must find out what happened.
 */
export class StillPending extends Error {
  constructor(days: number) {
    super(`The processor still reports the refund as pending, ${days} days after it was accepted.`)
  }
}

/**
 * Thrown after a month without an answer about a pending refund, so that the worklist counts the tries and finally gives up: the connection
 * may be gone for good.
 */
class Unanswered extends Error {
  constructor(days: number) {
    super(`The processor has not reported whether the refund has arrived, ${days} days or more after it was accepted.`)
  }
}
