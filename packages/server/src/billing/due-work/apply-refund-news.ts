import { addInterval, type Timestamp } from '@billing-checkout/domain'
import type { RefundNews } from '../../processors/processor.ts'
import { lockExistingPayment } from '../../store/entities/payments.ts'
import type { AcceptedRefundRow, PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/write.ts'
import { minutesAfter, retryWhilePending } from '../back-off.ts'
import { failRefund, succeedRefund } from '../outcomes/fail-refund.ts'
import { nextQuestionAt } from '../payments/accept-refund.ts'
import { findChangeBeingPaid } from '../payments/change-being-paid.ts'
import { loadAcceptedRefund } from '../payments/load-accepted-refund.ts'
import { clearDeferral } from '../worklist/defer-work.ts'

/** A refund whose processor is queried now, with the names that its payment is locked by. */
export type DueRefund = Pick<
  AcceptedRefundRow,
  'organizationId' | 'id' | 'paymentId' | 'connection' | 'transactionId'
> &
  Pick<PaymentRow, 'customerId' | 'subscriptionId'>

/** Applies what a processor said about one refund, or sets when the processor is queried again; returns what has changed. */
export const applyRefundNews = async (
  work: Write,
  { id, paymentId }: DueRefund,
  news: RefundNews | undefined,
): Promise<string | undefined> => {
  const payment = await lockExistingPayment(work, paymentId)
  // Every writer of the row holds the payment's lock. Only the note of the period that the refund took money from is written without it.
  const accepted = await loadAcceptedRefund(work, id)
  if (!isStillAsked(work, accepted, news)) return undefined
  // Another server has given it up since this one asked. A first try has no deferral of its own to clear.
  if (accepted.dueAt === null) await clearDeferral(work, 'refund', id)
  if (news?.state === 'failed') {
    // The change that is being paid counts on the same money.
    const changing = await findChangeBeingPaid(work, payment)
    if (changing !== undefined) return void askAgain(work, accepted, retryWhilePending(work.now, changing))
    await failRefund(work, payment, accepted, news.message ?? 'The refund has failed.')
    return 'refund.failed'
  }
  const isAnswered = news !== undefined && news.state !== 'rejected'
  if (accepted.state === 'succeeded') {
    return void (isAnswered ? askAgain(work, accepted, nextQuestionAt(work, accepted)) : askOnceMore(work, accepted))
  }
  if (news?.state === 'rejected') throw new Error(`The processor rejects the question: ${news.message ?? 'no reason.'}`)
  if (news?.state === 'succeeded') {
    await succeedRefund(work, payment, accepted)
    askAgain(work, accepted, nextQuestionAt(work, { stateSince: work.now }))
    return 'refund.succeeded'
  }
  if (daysSince(work, accepted) >= daysMax)
    throw news === undefined ? new Unanswered(daysMax) : new StillPending(daysMax)
  askAgain(work, accepted, pendingAskedAgainAt(work, accepted))
}

const askAgain = ({ update, now }: Write, { id }: AcceptedRefundRow, dueAt: Timestamp | null): void =>
  update('acceptedRefunds', { id }, { dueAt, failedQuestions: 0, updatedAt: now })

/**
 * Whether an answer is still news. For a refund that was given up meanwhile, any final answer is. A failure is news even if another
 * server's query, which had no answer, has postponed the next one.
 */
const isStillAsked = ({ now }: Write, { dueAt, state }: AcceptedRefundRow, news: RefundNews | undefined): boolean =>
  dueAt === null
    ? state === 'pending' && (news?.state === 'failed' || news?.state === 'succeeded')
    : dueAt <= now || news?.state === 'failed'

/** A refund arrives within days. After a month without news, only an operator can find out what became of it. */
const daysMax = 30

/** When the processor is queried about a pending refund again: hourly at first, then ever later, at most once a day. */
const pendingAskedAgainAt = (work: Write, accepted: AcceptedRefundRow): Timestamp =>
  minutesAfter(work.now, Math.min(Math.max(daysSince(work, accepted), 1), 24) * 60)

/**
 * Asks about a refund that has arrived once more after a question without an answer: daily, for at most a month more, and for as many times
 * where no server ran meanwhile.
 */
const askOnceMore = (work: Write, accepted: AcceptedRefundRow): void => {
  const { id } = accepted
  const failedQuestions = accepted.failedQuestions + 1
  const isAsked = daysSince(work, accepted) < 2 * daysMax || failedQuestions < daysMax
  const dueAt = isAsked ? addInterval(work.now, 'days', 1) : null
  work.update('acceptedRefunds', { id }, { dueAt, failedQuestions, updatedAt: work.now })
}

const daysSince = ({ now }: Write, { stateSince }: Pick<AcceptedRefundRow, 'stateSince'>): number =>
  (Date.parse(now) - Date.parse(stateSince)) / 86_400_000

/** Thrown for a refund that is still pending after a month. It should have arrived within days, so an operator has to find out. */
export class StillPending extends Error {
  constructor(days: number) {
    super(`The processor still says that the refund is pending, ${days} days after it was accepted.`)
  }
}

/** A connection may be gone for good: after a month the silence about a pending refund is counted, so that it ends. */
class Unanswered extends Error {
  constructor(days: number) {
    super(`Nobody answers whether the refund has arrived, ${days} days and more after it was accepted.`)
  }
}
