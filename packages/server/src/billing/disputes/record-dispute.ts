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
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import { presentDispute } from '../../presenters/payments/present-dispute.ts'
import { lockExistingPayment } from '../../store/entities/payments.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { DisputeRow, PaymentRow } from '../../store/rows.ts'
import { newId } from '../../store/writes/new-id.ts'
import type { Write } from '../../store/writes/write.ts'
import { retryWhilePendingAt } from '../back-off.ts'
import { reopenObligation } from '../obligations/open-obligation.ts'
import { obligationsMetByDispute, findUnmetObligations, oweRestOfDeclaredRefund } from '../obligations/owed-refunds.ts'
import { lockAndFindPendingChange } from '../payments/change-being-paid.ts'
import { endDisputedSubscription, applyDisputeToSubscription } from './apply-dispute.ts'

/** A payment and one of its disputes; the connection and the processor's id identify the dispute. */
export interface DisputedPayment {
  readonly paymentId: string
  readonly connection: string
  readonly disputeId: string
}

/**
 * Records a processor's report of a dispute. Reports may come from any source, in any order and more than once (DECISIONS 106). `reported`
 * is undefined if the processor did not answer. Withdrawn money is added to the payment's disputed amount and taken out of the payment's
 * subscription; if the dispute is won, both are reversed. While a plan change is being paid, the dispute does not change the subscription,
 * because the change may already spend the disputed money as credit. Returns the name of the change, if any.
 */
export const recordDispute = async (
  work: Write,
  { paymentId, connection, disputeId }: DisputedPayment,
  reported: ProcessorDispute | undefined,
): Promise<string | undefined> => {
  const payment = await lockExistingPayment(work, paymentId)
  // This also locks the subscription, because the dispute may change the money of its period.
  const changing = await lockAndFindPendingChange(work, payment)
  const known = await findDispute(work, connection, disputeId)
  const news = reported !== undefined && isNews(known, reported) ? reported : undefined
  const counted = news === undefined ? payment : countWithdrawn(work, payment, known, news)
  const dispute = news === undefined ? known : await saveDispute(work, payment, { connection, known, news })
  if (dispute === undefined) return undefined
  if (changing === undefined) {
    await applyDisputeToSubscription(work, counted, dispute)
    await endDisputedSubscription(work, counted, dispute)
  }
  const isOver = !isDisputeOpen(dispute.status)
  const dueAt = changing === undefined ? nextQueryAt(work, dispute) : retryWhilePendingAt(work.now, changing)
  work.update('disputes', { id: dispute.id }, { dueAt })
  if (news === undefined) return undefined
  const what = known === undefined ? 'dispute.created' : isOver ? 'dispute.closed' : 'dispute.updated'
  recordDisputeEvent(work, what, dispute)
  if (known === undefined && isOver) recordDisputeEvent(work, 'dispute.closed', dispute)
  if (isOver) makeRefundsDue(work, payment)
  if (counted.disputedAmount < payment.disputedAmount) await oweAgain(work, counted)
  return what
}

const findDispute = ({ db }: Write, connection: string, processorId: string): Promise<DisputeRow | undefined> =>
  db
    .selectFrom('disputes')
    .selectAll()
    .where('connection', '=', connection)
    .where('processorId', '=', processorId)
    .executeTakeFirst()

/** Whether a report adds anything. A report older than the stored status adds nothing. */
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

/**
 * The amount that a dispute withdraws, in minor units of the payment's currency; 0 if its status withdraws none. If the dispute is in
 * another currency, everything that is not refunded counts as withdrawn.
 */
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

interface DisputeToSave {
  readonly connection: string
  readonly known: DisputeRow | undefined
  readonly news: ProcessorDispute
}

const saveDispute = async (
  work: Write,
  payment: PaymentRow,
  { connection, known, news }: DisputeToSave,
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
      dueAt: null,
      createdAt: work.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * When to query a dispute again: daily while it is open. A lost dispute, which the merchant may appeal, is queried weekly until 120 days
 * after it was recorded; a closed inquiry, which may become a dispute, until 120 days after it was closed. Null after that, and for a
 * dispute that was won.
 */
const nextQueryAt = ({ now }: Write, { status, createdAt, updatedAt }: DisputeRow): Timestamp | null => {
  if (isDisputeOpen(status)) return addInterval(now, 'days', 1)
  if (status === 'won') return null
  const since = status === 'lost' ? createdAt : updatedAt
  return addInterval(since, 'days', reopenableDays) > now ? addInterval(now, 'days', 7) : null
}
const reopenableDays = 120

/**
 * Reopens the refunds that the dispute had made unnecessary. The bank has decided for the merchant, so the payer no longer has the money
 * that we owe them.
 */
const oweAgain = async (work: Write, payment: PaymentRow): Promise<void> => {
  const unmet = [
    ...(await findUnmetObligations(work, payment, { obligationId: undefined, isCounted: true })),
    ...(await obligationsMetByDispute(work, payment)),
  ]
  if (unmet.length > 0) {
    const presented = await presentLockedPayment(work, payment)
    for (const obligation of unmet) await reopenObligation(work, obligation, presented, disputeDecided)
  }
  await oweRestOfDeclaredRefund(work, payment)
}

const disputeDecided = 'The bank decided the dispute for the merchant.'

const recordDisputeEvent = (work: Write, type: EventType, dispute: DisputeRow): void =>
  recordEvent(work, type, presentDispute(dispute))

/** Makes the owed refunds of a payment due, because they waited for the bank's decision. */
const makeRefundsDue = ({ db, now, send }: Write, { id }: PaymentRow): void =>
  send(
    db
      .updateTable('obligations')
      .set({ dueAt: now, updatedAt: now })
      .where('paymentId', '=', id)
      .where('kind', '=', 'refund')
      .where('state', '=', 'open'),
  )
