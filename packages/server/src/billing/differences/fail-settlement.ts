import { collectedPart, paymentAfter, required } from '@billing-checkout/domain'
import type { PaymentRow } from '../../store/rows.ts'
import { loadPaymentRow } from '../../store/entities/payments.ts'
import { lockSubscription } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/write.ts'
import { close, hasNoOpenTry, moneyNeverCame } from '../obligations/finish-try.ts'
import { oweAtOnce, reopenClaim } from './reopen-claim.ts'
import { statusReason } from '../payments/status-reason.ts'
import { updatePayment } from '../payments/update-payment.ts'

/**
 * Records that approved money never came, because its capture or settlement failed. What the payment was for is owed again,
 * unless the payment was refunded as a whole or has to be, because nobody wanted it. Answers the payment as it is now.
 */
export const failSettlement = async (work: Write, payment: PaymentRow, message: string): Promise<PaymentRow> => {
  const lost = updatePayment(work, payment, {
    paymentStatus: paymentAfter(payment.paymentStatus, 'failed'),
    statusReason: statusReason('failed', 'processing_error', message),
    settlesAt: null,
  })
  if (await isOwed(work, payment)) await reopenClaim(work, payment)
  return lost
}

/**
 * After a plan change that failed, the subscription goes on in the period it was in. If the money of that period was lost while
 * the change was being paid, the period is owed at once.
 */
export const oweLostPeriod = async (work: Write, { id, subscriptionId }: PaymentRow): Promise<void> => {
  const subscription = await lockSubscription(work, required(subscriptionId, 'subscription of payment', id))
  const paidBy = subscription?.periodPaymentId
  if (subscription === undefined || paidBy == null) return
  if (subscription.owedClaimId !== null || subscription.status === 'cancelled') return
  const payment = await loadPaymentRow(work.db, paidBy)
  if (payment?.paymentStatus !== 'FAILED' || !(await isOwed(work, payment))) return
  await oweAtOnce(work, subscription, payment)
}

const isOwed = async (work: Write, payment: PaymentRow): Promise<boolean> =>
  payment.refundedAmount < collectedPart(payment) && !(await isUnwanted(work, payment))

/**
 * Whether we owe all of a payment back. The obligation is closed where the refund was refused so far: that money was never
 * received.
 */
const isUnwanted = async (work: Write, payment: PaymentRow): Promise<boolean> => {
  const owedBack = await work.db
    .selectFrom('obligations')
    .select(['id', 'state', hasNoOpenTry.as('rests')])
    .where('paymentId', '=', payment.id)
    .where('kind', '=', 'refund')
    .where('isCounted', '=', true)
    .where('amount', '=', payment.amount)
    .executeTakeFirst()
  if (owedBack?.state === 'open' && owedBack.rests) close(work, owedBack, moneyNeverCame)
  return owedBack !== undefined
}
