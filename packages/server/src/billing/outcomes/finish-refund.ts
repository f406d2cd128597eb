import { collectedPart, takeCredit } from '@billing-checkout/domain'
import type { FinalOutcome } from '../../processors/processor.ts'
import type { PaymentRow, RefundRow } from '../../store/rows.ts'
import type { AttemptNotes } from '../../store/schema/attempts.ts'
import { lockExistingSubscription } from '../../store/subscriptions.ts'
import type { Write } from '../../store/write.ts'
import { poolOf } from '../subscriptions/credit.ts'
import type { FinishedPayment } from '../payments/finished-payment.ts'
import { oweAgain } from '../differences/owe-again.ts'
import { pricePartFor } from '../tax/paid-tax.ts'
import { updateSubscription } from '../subscriptions/record-subscription.ts'
import { pricePart } from '../payments/shares-of-refunds.ts'
import { updatePayment } from '../payments/update-payment.ts'

/**
 * Records the outcome of a refund. A refund that failed can be asked for again. If it was the last one of a payment whose money
 * never came, the payment was neither paid nor refunded, so what it paid for is owed again.
 */
export const finishRefund = async (
  work: Write,
  payment: PaymentRow,
  outcome: FinalOutcome,
  { refundId, obligationId }: AttemptNotes,
): Promise<FinishedPayment> => {
  // Money that never counted as paid does not count as refunded, either.
  if (refundId === undefined) return { payment }
  const { amount, taxAmount } = await closeRefund(work, refundId, outcome)
  if (outcome.kind === 'approved') {
    await takeFromSubscription(work, payment, { minor: amount, taxMinor: taxAmount })
    return { payment: updatePayment(work, payment, {}) }
  }
  const finished = updatePayment(work, payment, { refundedAmount: payment.refundedAmount - amount })
  const wasWhole = payment.refundedAmount === collectedPart(payment)
  if (payment.paymentStatus === 'FAILED' && wasWhole && obligationId === undefined) await oweAgain(work, finished)
  return { payment: finished }
}

const closeRefund = (
  { db, now }: Write,
  refundId: string,
  outcome: FinalOutcome,
): Promise<Pick<RefundRow, 'amount' | 'taxAmount'>> =>
  db
    .updateTable('refunds')
    .set({
      status: outcome.kind === 'approved' ? 'succeeded' : 'failed',
      processorTransactionId: 'facts' in outcome ? outcome.facts.transactionId : null,
      updatedAt: now,
    })
    .where('id', '=', refundId)
    .returning(['amount', 'taxAmount'])
    .executeTakeFirstOrThrow()

/**
 * Takes a refund out of what the running period cost, so that refunded money earns no credit at a plan change. Credit that it
 * has become already is taken back, too (DECISIONS 54).
 */
const takeFromSubscription = async (
  work: Write,
  payment: PaymentRow,
  refunded: { readonly minor: number; readonly taxMinor: number },
): Promise<void> => {
  if (payment.subscriptionId === null) return
  const subscription = await lockExistingSubscription(work, payment.subscriptionId)
  if (subscription.periodPaymentId === payment.id) {
    const part = await pricePartFor(work.db, subscription, payment, refunded)
    const periodCostAmount = Math.max(subscription.periodCostAmount - part, 0)
    return updateSubscription(work, subscription, { periodCostAmount })
  }
  if (!subscription.creditedPayments?.some(({ id }) => id === payment.id)) return
  const refundedMinor = pricePart(payment, refunded.minor, refunded.taxMinor)
  const keptMinor = (await priceKept(work, payment)) + refundedMinor
  const left = takeCredit(poolOf(subscription), { id: payment.id, refundedMinor, keptMinor })
  updateSubscription(work, subscription, {
    periodCostAmount: left.costMinor,
    balanceAmount: left.balanceMinor,
    creditedPayments: left.credited.length === 0 ? null : JSON.stringify(left.credited),
  })
}

/** The part of a payment's price that is not refunded, in minor units. Pending refunds are still part of it. */
const priceKept = async ({ db }: Write, payment: PaymentRow): Promise<number> => {
  const { amount, taxAmount } = await db
    .selectFrom('refunds')
    .select((refunds) => [
      refunds.fn.coalesce(refunds.fn.sum<number>('amount'), refunds.lit(0)).as('amount'),
      refunds.fn.coalesce(refunds.fn.sum<number>('taxAmount'), refunds.lit(0)).as('taxAmount'),
    ])
    .where('paymentId', '=', payment.id)
    .where('status', '=', 'succeeded')
    .executeTakeFirstOrThrow()
  const paid = pricePart(payment, payment.amount, payment.tax?.amount_tax ?? 0)
  return paid - pricePart(payment, Number(amount), Number(taxAmount))
}
