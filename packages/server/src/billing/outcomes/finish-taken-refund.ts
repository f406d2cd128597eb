import { collectedPart, isCaptured, secondsAfter } from '@billing-checkout/domain'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { AttemptRow, PaymentRow, RefundRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { finishRefund } from './finish-refund.ts'
import type { TakenApproval } from './finish-taken.ts'
import type { FinishedPayment } from '../payments/finished-payment.ts'
import { oweDeclaredRest } from '../obligations/declared-refunds.ts'
import { recordExcess } from '../differences/record-excess.ts'
import { sharesOfNextRefund } from '../payments/shares-of-refunds.ts'
import { updatePayment } from '../payments/update-payment.ts'

/**
 * Books a refund that the processor made under this reference before the database lost its last transactions. It counts with the sum that
 * was refunded, and no other call is made (DECISIONS 59). If other pending refunds leave no room for that sum, this throws {@link
 * OtherRefundFirst}, and `completeAttempts` queries the refund again after those refunds have ended. By then the sum fits, because the
 * processor refunds no more than was captured. If it does not fit even then, or after a day, the excess is reported to an operator.
 */
export const finishTakenRefund = async (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  outcome: TakenApproval,
  attempt: AttemptRow,
): Promise<FinishedPayment> => {
  const { call, notes } = attempt.request
  const { transactionId } = outcome.facts
  const { refundId } = notes
  const asked = call?.kind === 'refund' ? call.request.amount : 0
  const { approvedAmount = asked } = outcome
  const reportExcess = async (amount: number) => {
    if (amount > 0) await recordExcess(billing, work, { attempt, payment, transactionId, amount })
  }
  if (refundId === undefined) {
    await reportExcess(approvedAmount - asked)
    return finishRefund(work, payment, outcome, attempt)
  }
  if (approvedAmount === 0) return finishRefund(work, payment, { kind: 'failed', message: nothingMoved }, attempt)
  const refund = await findRefund(work, refundId)
  const room = roomFor(payment, refund)
  if (approvedAmount > room && (await mayOthersMakeRoom(work, refund, attempt))) throw new OtherRefundFirst(payment.id)
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
  const finished = await finishRefund(work, counted, outcome, attempt)
  if (refundedAmount < payment.refundedAmount) await oweDeclaredRest(work, finished.payment)
  recordEvent(work, 'payment.outcome_differs', await presentLockedPayment(work, finished.payment))
  return finished
}

const nothingMoved = 'The reference belonged to an earlier refund, which moved no money.'

/** Thrown for a refund that can be booked only after another refund of its payment has ended. */
export class OtherRefundFirst extends Error {
  constructor(paymentId: string) {
    super(`Another refund of payment ${paymentId} has to end first.`)
  }
}

/**
 * The largest sum with which a refund can count, in minor units. If the payment's money never arrived, it is the sum with which the refund
 * counts now.
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
  if (secondsAfter(createdAt, 86_400) <= now) return false
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
