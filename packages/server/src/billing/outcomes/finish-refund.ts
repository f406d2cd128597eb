import { collectedPart, isCaptured, addDays } from '@billing-checkout/domain'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import type { FinalOutcome } from '../../processors/processor.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { AttemptRow, PaymentRow, RefundRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import type { AnsweredAttempt, ApprovedOutcome, FinishedPayment } from '../answered-attempt.ts'
import { OtherRefundPending } from '../attempts/finish-attempt.ts'
import type { Billing } from '../billing.ts'
import { withdrawMoneyFromSubscription } from '../credit/withdraw-money-from-subscription.ts'
import { recordExcessRefund } from '../differences/record-unmatched-money.ts'
import { reopenClaim } from '../differences/reopen-claim.ts'
import { oweEmailOfRefund } from '../emails/owe-email-of-payment.ts'
import { oweRestOfDeclaredRefund } from '../obligations/owed-refunds.ts'
import { recordAcceptedRefund } from '../payments/record-accepted-refund.ts'
import { sharesOfNextRefund } from '../payments/shares-of-refunds.ts'
import { updatePayment } from '../payments/update-payment.ts'

/**
 * Records the outcome of a refund. If the refund failed, the merchant can refund again. An accepted refund withdraws its money from the
 * subscription, even while it is pending. See {@link uncountRefund} for a failed refund of a payment whose money never arrived.
 */
export const finishRefund = async ({ work, payment, outcome, attempt }: AnsweredAttempt): Promise<FinishedPayment> => {
  const { refundId, obligationId } = attempt.request.notes
  if (refundId === undefined) {
    if (outcome.kind === 'approved') recordAcceptedRefund(work, attempt, outcome, null)
    // A payment that never counted as paid does not count as refunded, either.
    return { payment }
  }
  const { amount, taxAmount } = await updateRefund(work, refundId, {
    status: statusOf(outcome),
    processorTransactionId: 'facts' in outcome ? outcome.facts.transactionId : null,
  })
  if (outcome.kind === 'approved') {
    if (!outcome.pending) oweEmailOfRefund(work, payment, { id: refundId, amount })
    recordAcceptedRefund(
      work,
      attempt,
      outcome,
      await withdrawMoneyFromSubscription(work, payment, { minor: amount, taxMinor: taxAmount }),
    )
    return { payment: updatePayment(work, payment, {}) }
  }
  return { payment: await uncountRefund(work, payment, { amount, isOwed: obligationId !== undefined }) }
}

/**
 * Subtracts a failed refund from the payment's refunded amount. If the payment's money never arrived and the payment was fully refunded
 * until now, the purchase is owed again, unless we owe the refund. If a consumer's declaration requires the refund, we owe the missing
 * amount.
 */
export const uncountRefund = async (
  work: Write,
  payment: PaymentRow,
  { amount, isOwed }: { readonly amount: number; readonly isOwed: boolean },
): Promise<PaymentRow> => {
  const finished = updatePayment(work, payment, { refundedAmount: payment.refundedAmount - amount })
  const wasWhole = payment.refundedAmount === collectedPart(payment)
  if (payment.paymentStatus === 'FAILED' && wasWhole && !isOwed) await reopenClaim(work, finished)
  await oweRestOfDeclaredRefund(work, finished)
  return finished
}

/** Changes a refund's row. Returns the refund's id, and the amount and tax, in minor units, with which it counted as refunded. */
export const updateRefund = (
  { db, now }: Write,
  refundId: string,
  columns: Partial<Pick<RefundRow, 'status' | 'processorTransactionId'>>,
): Promise<Pick<RefundRow, 'id' | 'amount' | 'taxAmount'>> =>
  db
    .updateTable('refunds')
    .set({ ...columns, updatedAt: now })
    .where('id', '=', refundId)
    .returning(['id', 'amount', 'taxAmount'])
    .executeTakeFirstOrThrow()

const statusOf = (outcome: FinalOutcome): RefundRow['status'] => {
  if (outcome.kind !== 'approved') return 'failed'
  return outcome.pending ? 'pending' : 'succeeded'
}

/**
 * Books a refund that the processor made under this reference before the database lost its last transactions. The refund counts with the
 * sum that the processor refunded, and no other call is made (DECISIONS 59). If other pending refunds leave no room for that sum, this
 * throws {@link OtherRefundPending}, and `completeAttempts` queries the refund again after those refunds have ended. Then the sum should
 * fit, because the processor refunds no more than was captured. If the sum does not fit even then, or if those refunds are still pending
 * after a day, the excess is reported to an operator.
 */
export const bookEarlierRefund = async (
  billing: Billing,
  answered: AnsweredAttempt<ApprovedOutcome>,
): Promise<FinishedPayment> => {
  const { work, payment, outcome, attempt } = answered
  const { call, notes } = attempt.request
  const { transactionId } = outcome.facts
  const { refundId } = notes
  const asked = call?.kind === 'refund' ? call.request.amount : 0
  const { approvedAmount = asked } = outcome
  const reportExcess = async (amount: number) => {
    if (amount > 0) await recordExcessRefund(billing, work, { attempt, payment, transactionId, amount })
  }
  if (refundId === undefined) {
    await reportExcess(approvedAmount - asked)
    return finishRefund(answered)
  }
  if (approvedAmount === 0) return finishRefund({ ...answered, outcome: { kind: 'failed', message: nothingMoved } })
  const refund = await findRefund(work, refundId)
  const room = roomFor(payment, refund)
  if (approvedAmount > room && (await mayOthersMakeRoom(work, refund, attempt)))
    throw new OtherRefundPending(payment.id)
  const amount = Math.min(approvedAmount, room)
  const others = { ...payment, refundedAmount: payment.refundedAmount - refund.amount }
  const refundedAmount = others.refundedAmount + amount
  const shares = await sharesOfNextRefund(work, others, amount, refundId)
  await work.db
    .updateTable('refunds')
    .set({ amount, ...shares })
    .where('id', '=', refundId)
    .execute()
  const counted = refundedAmount === payment.refundedAmount ? payment : updatePayment(work, payment, { refundedAmount })
  await reportExcess(approvedAmount - amount)
  const finished = await finishRefund({ ...answered, payment: counted })
  if (refundedAmount < payment.refundedAmount) await oweRestOfDeclaredRefund(work, finished.payment)
  recordEvent(work, 'payment.outcome_differs', await presentLockedPayment(work, finished.payment))
  return finished
}

const nothingMoved = 'The reference belonged to an earlier refund, which moved no money.'

/**
 * The largest sum, in minor units, with which a refund can count. If the payment's money never arrived, this is the sum with which the
 * refund counts now.
 */
const roomFor = (payment: PaymentRow, { amount }: Pick<RefundRow, 'amount'>): number => {
  if (!isCaptured(payment.paymentStatus)) return amount
  return Math.max(collectedPart(payment) - payment.refundedAmount + amount, amount)
}

/**
 * Whether another pending refund may fail and so make room for this refund. After a day this refund no longer waits, because the other
 * refund may be waiting for this one.
 */
const mayOthersMakeRoom = async (
  { db, now }: Write,
  { id, paymentId }: Pick<RefundRow, 'id' | 'paymentId'>,
  { createdAt }: AttemptRow,
): Promise<boolean> => {
  if (addDays(createdAt, 1) <= now) return false
  const pending = await db
    .selectFrom('refunds')
    .select('id')
    .where('paymentId', '=', paymentId)
    .where('status', '=', 'pending')
    .where('id', '<>', id)
    .executeTakeFirst()
  return pending !== undefined
}

const findRefund = ({ db }: Write, id: string) =>
  db.selectFrom('refunds').select(['id', 'paymentId', 'amount']).where('id', '=', id).executeTakeFirstOrThrow()
