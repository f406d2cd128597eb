import { collectedPart, takeCredit } from '@billing-checkout/domain'
import type { FinalOutcome } from '../../processors/processor.ts'
import type { AttemptRow, PaymentRow, RefundRow } from '../../store/rows.ts'
import type { TakenFromPeriod } from '../../store/schema/refunds.ts'
import { lockExistingSubscription, type LockedSubscription } from '../../store/subscriptions.ts'
import type { Write } from '../../store/write.ts'
import { poolOf } from '../subscriptions/credit.ts'
import type { FinishedPayment } from '../payments/finished-payment.ts'
import { oweAgain } from '../differences/owe-again.ts'
import { paidTaxOf, pricePartFor } from '../tax/paid-tax.ts'
import { updateSubscription } from '../subscriptions/record-subscription.ts'
import { pricePart } from '../payments/shares-of-refunds.ts'
import { updatePayment } from '../payments/update-payment.ts'
import { acceptRefund } from '../payments/accept-refund.ts'

/**
 * Records the outcome of a refund. A refund that failed can be asked for again. If it was the last one of a payment whose money
 * never came, the payment was neither paid nor refunded, so what it paid for is owed again. One that was accepted has taken its
 * money out of the subscription, even while it is pending.
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
    // Money that never counted as paid does not count as refunded, either.
    return { payment }
  }
  const { amount, taxAmount } = await closeRefund(work, refundId, outcome)
  if (outcome.kind === 'approved') {
    acceptRefund(
      work,
      attempt,
      outcome,
      await takeFromSubscription(work, payment, { minor: amount, taxMinor: taxAmount }),
    )
    return { payment: updatePayment(work, payment, {}) }
  }
  return { payment: await uncountRefund(work, payment, { amount, isOwed: obligationId !== undefined }) }
}

/**
 * Counts a failed refund no longer as refunded. If it was the last one of a payment whose money never came, what that paid for is
 * owed again, unless we owe the refund.
 */
export const uncountRefund = async (
  work: Write,
  payment: PaymentRow,
  { amount, isOwed }: { readonly amount: number; readonly isOwed: boolean },
): Promise<PaymentRow> => {
  const finished = updatePayment(work, payment, { refundedAmount: payment.refundedAmount - amount })
  const wasWhole = payment.refundedAmount === collectedPart(payment)
  if (payment.paymentStatus === 'FAILED' && wasWhole && !isOwed) await oweAgain(work, finished)
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

/**
 * Takes a refund out of what the running period cost, so that refunded money earns no credit at a plan change. Credit that it
 * has become already is taken back, too (DECISIONS 54). Answers what was taken, so that it can be returned.
 */
const takeFromSubscription = async (
  work: Write,
  payment: PaymentRow,
  refunded: { readonly minor: number; readonly taxMinor: number },
): Promise<TakenFromPeriod | null> => {
  if (payment.subscriptionId === null) return null
  const subscription = await lockExistingSubscription(work, payment.subscriptionId)
  if (subscription.periodPaymentId === payment.id) {
    const part = await pricePartFor(work.db, subscription, payment, refunded)
    const periodCostAmount = Math.max(subscription.periodCostAmount - part, 0)
    updateSubscription(work, subscription, { periodCostAmount })
    return taken(work, subscription, { costMinor: periodCostAmount, balanceMinor: subscription.balanceAmount })
  }
  if (!subscription.creditedPayments?.some(({ id }) => id === payment.id)) return null
  const refundedMinor = pricePart(payment, refunded.minor, refunded.taxMinor)
  const keptMinor = (await priceKept(work, payment)) + refundedMinor
  const left = takeCredit(poolOf(subscription), { id: payment.id, refundedMinor, keptMinor })
  updateSubscription(work, subscription, {
    periodCostAmount: left.costMinor,
    balanceAmount: left.balanceMinor,
    creditedPayments: left.credited.length === 0 ? null : JSON.stringify(left.credited),
  })
  return taken(work, subscription, left)
}

const taken = async (
  { db }: Write,
  subscription: LockedSubscription,
  left: Pick<TakenFromPeriod, 'costMinor' | 'balanceMinor'>,
): Promise<TakenFromPeriod> => ({
  costMinor: subscription.periodCostAmount - left.costMinor,
  balanceMinor: subscription.balanceAmount - left.balanceMinor,
  periodStart: subscription.currentPeriodStart,
  periodEnd: subscription.currentPeriodEnd,
  rule: await paidTaxOf(db, subscription),
})

/** The part of a payment's price that is not refunded, in minor units. Refunds whose call has no answer yet are still part of it. */
const priceKept = async ({ db }: Write, payment: PaymentRow): Promise<number> => {
  const { amount, taxAmount } = await db
    .selectFrom('refunds')
    .select((refunds) => [
      refunds.fn.coalesce(refunds.fn.sum<number>('amount'), refunds.lit(0)).as('amount'),
      refunds.fn.coalesce(refunds.fn.sum<number>('taxAmount'), refunds.lit(0)).as('taxAmount'),
    ])
    .where('paymentId', '=', payment.id)
    .where('status', '<>', 'failed')
    .where('processorTransactionId', 'is not', null)
    .executeTakeFirstOrThrow()
  const paid = pricePart(payment, payment.amount, payment.tax?.amount_tax ?? 0)
  return paid - pricePart(payment, Number(amount), Number(taxAmount))
}
