import { collectedPart } from '@billing-checkout/domain'
import type { FinalOutcome } from '../../processors/processor.ts'
import type { AttemptRow, PaymentRow, RefundRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { type FinishedPayment, updatePayment } from '../payments/update-payment.ts'
import { oweEmailOfRefund } from '../emails/owe-email-of-payment.ts'
import { oweDeclaredRest } from '../obligations/owed-refunds.ts'
import { reopenClaim } from '../differences/reopen-claim.ts'
import { acceptRefund } from '../payments/accept-refund.ts'
import { withdrawFromSubscription } from '../credit/withdraw-from-subscription.ts'

/**
 * Records the outcome of a refund. If it failed, the merchant can refund again. If the failed refund was the last one of a payment whose
 * money never arrived, the payer has neither paid nor been refunded, so the purchase is owed again. An accepted refund withdraws its money
 * from the subscription, even while it is pending.
 */
export const finishRefund = async (
  work: Write,
  payment: PaymentRow,
  outcome: FinalOutcome,
  attempt: AttemptRow,
): Promise<FinishedPayment> => {
  const { refundId, obligationId } = attempt.request.notes
  if (refundId === undefined) {
    if (outcome.kind === 'approved') acceptRefund(work, attempt, outcome, null)
    // A payment that never counted as paid does not count as refunded, either.
    return { payment }
  }
  const { amount, taxAmount } = await closeRefund(work, refundId, outcome)
  if (outcome.kind === 'approved') {
    if (!outcome.pending) oweEmailOfRefund(work, payment, { id: refundId, amount })
    acceptRefund(
      work,
      attempt,
      outcome,
      await withdrawFromSubscription(work, payment, { minor: amount, taxMinor: taxAmount }),
    )
    return { payment: updatePayment(work, payment, {}) }
  }
  return { payment: await uncountRefund(work, payment, { amount, isOwed: obligationId !== undefined }) }
}

/**
 * Stops counting a failed refund as refunded. If it was the last refund of a payment whose money never arrived, the purchase is owed again,
 * unless we owe the refund. If a consumer's declaration requires the refund, we owe the missing amount.
 */
export const uncountRefund = async (
  work: Write,
  payment: PaymentRow,
  { amount, isOwed }: { readonly amount: number; readonly isOwed: boolean },
): Promise<PaymentRow> => {
  const finished = updatePayment(work, payment, { refundedAmount: payment.refundedAmount - amount })
  const wasWhole = payment.refundedAmount === collectedPart(payment)
  if (payment.paymentStatus === 'FAILED' && wasWhole && !isOwed) await reopenClaim(work, finished)
  await oweDeclaredRest(work, finished)
  return finished
}

const closeRefund = (
  { db, now }: Write,
  refundId: string,
  outcome: FinalOutcome,
): Promise<Pick<RefundRow, 'amount' | 'taxAmount'>> =>
  db
    .updateTable('refunds')
    .set({
      status: statusOf(outcome),
      processorTransactionId: 'facts' in outcome ? outcome.facts.transactionId : null,
      updatedAt: now,
    })
    .where('id', '=', refundId)
    .returning(['amount', 'taxAmount'])
    .executeTakeFirstOrThrow()

const statusOf = (outcome: FinalOutcome): RefundRow['status'] => {
  if (outcome.kind !== 'approved') return 'failed'
  return outcome.pending ? 'pending' : 'succeeded'
}
