import { collectedPart, paymentAfter } from '@billing-checkout/domain'
import type { PaymentRow } from '../../store/rows.ts'
import { loadPaymentRow } from '../../store/payments.ts'
import { lockSubscription } from '../../store/subscriptions.ts'
import type { Write } from '../../store/write.ts'
import { close, hasNoOpenTry, moneyNeverCame } from '../obligations/finish-try.ts'
import { oweAgain, oweAtOnce } from './owe-again.ts'
import { statusReason } from '../payments/status-reason.ts'
import { updatePayment } from '../payments/update-payment.ts'

/**
 * Writes down that money which had been approved never came: its capture or its settlement failed. What it paid for is owed
 * again. A payment that is refunded as a whole, or that we owe back because nobody wanted it, is owed by
 * nobody. Answers the payment as it is now.
 */
export const losePayment = async (work: Write, payment: PaymentRow, message: string): Promise<PaymentRow> => {
  const lost = updatePayment(work, payment, {
    paymentStatus: paymentAfter(payment.paymentStatus, 'failed'),
    statusReason: statusReason('failed', 'processing_error', message),
    settlesAt: null,
  })
  if (await isOwed(work, payment)) await oweAgain(work, payment)
  return lost
}

/**
 * A change that came to nothing leaves its subscription in the period it was in. Where the money of that period was lost while the
 * change was being paid for, the period is owed at once.
 */
export const oweLostPeriod = async (work: Write, { subscriptionId }: PaymentRow): Promise<void> => {
  const subscription = await lockSubscription(work, subscriptionId!)
  const paidBy = subscription?.periodPaymentId
  if (subscription === undefined || paidBy == null) return
  if (subscription.owedClaimId !== null || subscription.status === 'cancelled') return
  const payment = await loadPaymentRow(work.db, work.organizationId, paidBy)
  if (payment?.paymentStatus !== 'FAILED' || !(await isOwed(work, payment))) return
  await oweAtOnce(work, subscription, payment)
}

const isOwed = async (work: Write, payment: PaymentRow): Promise<boolean> =>
  payment.refundedAmount < collectedPart(payment) && !(await isUnwanted(work, payment))

/** Whether all of a payment is owed back. What could not be refunded so far is not owed any more: it was never received. */
const isUnwanted = async (work: Write, payment: PaymentRow): Promise<boolean> => {
  const owedBack = await work.db
    .selectFrom('obligations')
    .select(['id', 'state', hasNoOpenTry.as('rests')])
    .where('organizationId', '=', work.organizationId)
    .where('paymentId', '=', payment.id)
    .where('kind', '=', 'refund')
    .where('isCounted', '=', true)
    .where('amount', '=', payment.amount)
    .executeTakeFirst()
  if (owedBack?.state === 'open' && owedBack.rests) close(work, owedBack, moneyNeverCame)
  return owedBack !== undefined
}
