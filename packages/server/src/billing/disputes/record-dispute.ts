import type { EventType } from '@billing-checkout/contract'
import {
  addInterval,
  collectedPart,
  isDisputeOpen,
  isMoneyWithdrawn,
  mayDisputeBecome,
  type Timestamp,
} from '@billing-checkout/domain'
import type { ProcessorDispute } from '../../processors/processor.ts'
import { presentDispute } from '../../presenters/payments/present-dispute.ts'
import { lockExistingPayment } from '../../store/entities/payments.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { DisputeRow, PaymentRow } from '../../store/rows.ts'
import { newId, type Write } from '../../store/write.ts'
import { retryWhilePending } from '../back-off.ts'
import { findChangeBeingPaid } from '../payments/change-being-paid.ts'
import { actOnDispute } from './act-on-dispute.ts'
import { applyToSubscription } from './apply-to-subscription.ts'

/** A dispute by its processor's id, and the payment that it is about. */
export interface DisputedPayment {
  readonly paymentId: string
  readonly connection: string
  readonly disputeId: string
}

/**
 * Records what a processor says of a dispute, once, whoever brings it, in any order and however often (DECISIONS 106): `reported` is left
 * out where it said nothing. While the money is withdrawn it counts as disputed with its payment, and is taken out of the
 * subscription it paid for; a dispute that is won puts all back. A plan change that is being paid counts on the same money, so what
 * concerns the subscription waits for its end. Answers what has changed.
 */
export const recordDispute = async (
  work: Write,
  { paymentId, connection, disputeId }: DisputedPayment,
  reported: ProcessorDispute | undefined,
): Promise<string | undefined> => {
  const payment = await lockExistingPayment(work, paymentId)
  // It takes the subscription's locks as well, under which alone periods are left and moved.
  const changing = await findChangeBeingPaid(work, payment)
  const known = await findDispute(work, connection, disputeId)
  const news = reported !== undefined && isNews(known, reported) ? reported : undefined
  const counted = news === undefined ? payment : countWithdrawn(work, payment, known, news)
  const dispute = news === undefined ? known : await writeDown(work, payment, { connection, known, news })
  if (dispute === undefined) return undefined
  if (changing === undefined) {
    await applyToSubscription(work, counted, dispute)
    await actOnDispute(work, counted, dispute)
  }
  const isOver = !isDisputeOpen(dispute.status)
  const asksAt = changing === undefined ? nextQuestionAt(work, dispute) : retryWhilePending(work.now, changing)
  work.update('disputes', { id: dispute.id }, { asksAt })
  if (news === undefined) return undefined
  const what = known === undefined ? 'dispute.created' : isOver ? 'dispute.closed' : 'dispute.updated'
  recordDisputeEvent(work, what, dispute)
  if (known === undefined && isOver) recordDisputeEvent(work, 'dispute.closed', dispute)
  if (isOver) makeRefundsDue(work, payment)
  return what
}

const findDispute = ({ db }: Write, connection: string, processorId: string): Promise<DisputeRow | undefined> =>
  db
    .selectFrom('disputes')
    .selectAll()
    .where('connection', '=', connection)
    .where('processorId', '=', processorId)
    .executeTakeFirst()

/** Whether an answer tells more than is known; one that was overtaken by a later one does not. */
const isNews = (known: DisputeRow | undefined, reported: ProcessorDispute): boolean => {
  if (known === undefined) return true
  if (known.status !== reported.status) return mayDisputeBecome(known.status, reported.status)
  const isSame =
    known.amount === reported.amount &&
    known.currencyCode === reported.currency &&
    known.reason === reported.reason &&
    Date.parse(known.evidenceDueAt ?? '') === Date.parse(reported.evidenceDueAt ?? '')
  const isBothUndated = known.evidenceDueAt === null && reported.evidenceDueAt === null
  return isDisputeOpen(known.status) && !(isSame || (isBothUndated && known.amount === reported.amount))
}

/** What a dispute withdraws of its payment; in another currency nobody can tell, so that all that is left of it counts. */
const withdrawnBy = (reported: ProcessorDispute, payment: PaymentRow): number => {
  if (!isMoneyWithdrawn(reported.status)) return 0
  if (reported.currency === payment.currencyCode) return reported.amount
  return Math.max(collectedPart(payment) - payment.refundedAmount, 0)
}

const countWithdrawn = (
  { update }: Write,
  payment: PaymentRow,
  known: DisputeRow | undefined,
  news: ProcessorDispute,
): PaymentRow => {
  const change = withdrawnBy(news, payment) - (known?.withdrawnAmount ?? 0)
  if (change === 0) return payment
  const disputedAmount = payment.disputedAmount + change
  update('payments', { id: payment.id }, { disputedAmount })
  return { ...payment, disputedAmount }
}

interface WrittenDown {
  readonly connection: string
  readonly known: DisputeRow | undefined
  readonly news: ProcessorDispute
}

const writeDown = async (
  work: Write,
  payment: PaymentRow,
  { connection, known, news }: WrittenDown,
): Promise<DisputeRow> => {
  const { amount, currency: currencyCode, reason, status, evidenceDueAt } = news
  const columns = {
    amount,
    currencyCode,
    reason,
    status,
    evidenceDueAt: evidenceDueAt && new Date(evidenceDueAt).toISOString(),
    withdrawnAmount: withdrawnBy(news, payment),
    updatedAt: work.now,
  }
  if (known !== undefined) {
    work.update('disputes', { id: known.id }, columns)
    return { ...known, ...columns }
  }
  return work.db
    .insertInto('disputes')
    .values({
      id: newId('dp', work),
      paymentId: payment.id,
      connection,
      processorId: news.disputeId,
      ...columns,
      taken: null,
      periodLeftAt: null,
      actedAt: null,
      asksAt: null,
      createdAt: work.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * A dispute that is open is asked about daily, and one that is over weekly as long as the bank may take it up again: it hears appeals
 * of what was lost, and an inquiry that it had closed may become a dispute all the same. One whose subscription waits for a plan
 * change is taken up again soon.
 */
const nextQuestionAt = ({ now }: Write, { status, createdAt, updatedAt }: DisputeRow): Timestamp | null => {
  if (isDisputeOpen(status)) return addInterval(now, 'days', 1)
  if (status === 'won') return null
  const since = status === 'lost' ? createdAt : updatedAt
  return addInterval(since, 'days', daysTakenUpAgain) > now ? addInterval(now, 'days', 7) : null
}
const daysTakenUpAgain = 120

const recordDisputeEvent = (work: Write, type: EventType, dispute: DisputeRow): void =>
  recordEvent(work, type, presentDispute(dispute))

/** What we owe of the payment has waited for the bank's decision. */
const makeRefundsDue = ({ db, now, send }: Write, { id }: PaymentRow): void =>
  send(
    db
      .updateTable('obligations')
      .set({ nextTryAt: now, updatedAt: now })
      .where('paymentId', '=', id)
      .where('kind', '=', 'refund')
      .where('state', '=', 'open'),
  )
