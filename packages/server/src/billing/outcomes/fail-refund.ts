import type { EventType } from '@billing-checkout/contract'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { AcceptedRefundRow, PaymentRow } from '../../store/rows.ts'
import type { AttemptNotes } from '../../store/schema/attempts.ts'
import type { Write } from '../../store/writes/write.ts'
import { reallocateRefundsAndDisputes } from '../credit/reallocate-refunds-and-disputes.ts'
import { restoreMoneyToSubscription } from '../credit/withdraw-money-from-subscription.ts'
import { oweEmailOfRefund } from '../emails/owe-email-of-payment.ts'
import { reopenObligation } from '../obligations/open-obligation.ts'
import { findUnmetObligations } from '../obligations/owed-refunds.ts'
import { loadAcceptedRefund } from '../payments/record-accepted-refund.ts'
import { uncountRefund, updateRefund } from './finish-refund.ts'

/**
 * Records that a refund failed after the processor had accepted it, so that the merchant has the money again. The refund no longer counts,
 * the payment's subscription gets back the money that the refund withdrew, and the merchant may refund again. If we owe the refund, it is
 * tried again. The caller has locked the payment.
 */
export const failRefund = async (
  work: Write,
  payment: PaymentRow,
  accepted: AcceptedRefundRow,
  message: string,
): Promise<void> => {
  const { refundId, obligationId } = await notesOf(work, accepted)
  work.update(
    'acceptedRefunds',
    { id: accepted.id },
    { state: 'failed', dueAt: null, failedQuestions: 0, updatedAt: work.now },
  )
  const { amount, taxAmount } =
    refundId === undefined ? nothing : await updateRefund(work, refundId, { status: 'failed' })
  const refundedAmount = payment.refundedAmount - amount
  const isCounted = refundId !== undefined
  const owed = await findUnmetObligations(work, { ...payment, refundedAmount }, { obligationId, isCounted })
  if (isCounted && accepted.taken !== null) {
    await restoreMoneyToSubscription(work, payment, () => loadAcceptedRefund(work, accepted.id))
    await reallocateRefundsAndDisputes(work, payment, { minor: amount, taxMinor: taxAmount })
  }
  const failed = isCounted ? await uncountRefund(work, payment, { amount, isOwed: owed.length > 0 }) : payment
  const presented = await presentLockedPayment(work, failed)
  const type: EventType = isCounted ? 'refund.failed' : 'refund.updated'
  recordEvent(work, type, presented)
  for (const obligation of owed) await reopenObligation(work, obligation, presented, message)
}

const nothing = { amount: 0, taxAmount: 0 }

/** Records that a pending refund has arrived. The caller has locked the payment. */
export const markRefundSucceeded = async (
  work: Write,
  payment: PaymentRow,
  accepted: AcceptedRefundRow,
): Promise<void> => {
  const { refundId } = await notesOf(work, accepted)
  work.update('acceptedRefunds', { id: accepted.id }, { state: 'succeeded', stateSince: work.now, updatedAt: work.now })
  if (refundId === undefined) return
  const refund = await updateRefund(work, refundId, { status: 'succeeded' })
  oweEmailOfRefund(work, payment, refund)
  recordEvent(work, 'refund.updated', await presentLockedPayment(work, payment))
}

const notesOf = async ({ db }: Write, { id, foundRefundId }: AcceptedRefundRow): Promise<AttemptNotes> => {
  if (foundRefundId !== null) return { refundId: foundRefundId }
  const { request } = await db.selectFrom('attempts').select('request').where('id', '=', id).executeTakeFirstOrThrow()
  return request.notes
}
