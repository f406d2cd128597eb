import { collectedPart, paymentStatusAfter, required } from '@billing-checkout/domain'
import type { PaymentRow } from '../../store/rows.ts'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import { loadPaymentRow } from '../../store/entities/payments.ts'
import { lockSubscription } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/writes/write.ts'
import { hasNoOpenTry, markClosed, neverSettledReason } from '../obligations/open-obligation.ts'
import { statusReason, updatePayment } from '../payments/update-payment.ts'
import { reopenAfterFailedChange, reopenClaim } from './reopen-claim.ts'

/** Records that a captured payment has settled or that its settlement has failed. The caller has locked the payment. */
export const finishSettlement = async (
  work: Write,
  payment: PaymentRow,
  state: 'settled' | 'failed',
): Promise<void> => {
  // A verification (a payment of 0) moved no money, so its settlement cannot fail.
  const updated =
    state === 'settled' || payment.amount === 0
      ? updatePayment(work, payment, { paymentStatus: paymentStatusAfter('SETTLING', 'settled') })
      : await failSettlement(work, payment, 'The payment was captured, but its settlement failed.')
  recordEvent(work, 'payment.updated', await presentLockedPayment(work, updated))
}

/**
 * Records that approved money never arrived, because its capture or settlement failed. The payment's subscription, if any, owes the
 * purchase again, unless the payment was refunded in full or we owe that refund. Returns the payment after the change.
 */
export const failSettlement = async (work: Write, payment: PaymentRow, message: string): Promise<PaymentRow> => {
  const lost = updatePayment(work, payment, {
    paymentStatus: paymentStatusAfter(payment.paymentStatus, 'failed'),
    statusReason: statusReason('failed', 'processing_error', message),
    dueAt: null,
  })
  if (await isOwed(work, payment)) await reopenClaim(work, payment)
  return lost
}

/**
 * Called after a plan change or a recovery failed and the subscription therefore stays in its current period. If the payment for this
 * period failed while the change was being paid, this makes the subscription owe the period immediately.
 */
export const oweLostPeriod = async (work: Write, { id, subscriptionId }: PaymentRow): Promise<void> => {
  const subscription = await lockSubscription(work, required(subscriptionId, 'subscription of payment', id))
  const paidBy = subscription?.periodPaymentId
  if (subscription === undefined || paidBy == null) return
  if (subscription.owedClaimId !== null) return
  // A cancelled subscription owes nothing, unless this lost payment was already added to its balance.
  if (subscription.status === 'cancelled' && subscription.lostPaymentId !== paidBy) return
  const payment = await loadPaymentRow(work.db, paidBy)
  if (payment?.paymentStatus !== 'FAILED' || !(await isOwed(work, payment))) return
  await reopenAfterFailedChange(work, subscription, payment)
}

const isOwed = async (work: Write, payment: PaymentRow): Promise<boolean> =>
  payment.refundedAmount < collectedPart(payment) && !(await wasFullRefundOwed(work, payment))

/**
 * Whether we owe, or owed before, a refund of the whole payment. If no attempt at that refund is in flight, this closes the obligation,
 * because the payment's money never arrived.
 */
const wasFullRefundOwed = async (work: Write, payment: PaymentRow): Promise<boolean> => {
  const owedBack = await work.db
    .selectFrom('obligations')
    .select(['id', 'state', hasNoOpenTry.as('isIdle')])
    .where('paymentId', '=', payment.id)
    .where('kind', '=', 'refund')
    .where('isCounted', '=', true)
    .where('amount', '=', payment.amount)
    .executeTakeFirst()
  if (owedBack?.state === 'open' && owedBack.isIdle) markClosed(work, owedBack, neverSettledReason)
  return owedBack !== undefined
}
