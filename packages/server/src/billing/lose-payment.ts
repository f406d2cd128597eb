import { paymentAfter } from '@billing-checkout/domain'
import type { PaymentRow } from '../store/rows.ts'
import { lockSubscription } from '../store/subscriptions.ts'
import type { Write } from '../store/write.ts'
import { dun, renews } from './dun-subscription.ts'
import { updateSubscription } from './record-subscription.ts'
import { statusReason } from './status-reason.ts'
import { updatePayment } from './update-payment.ts'

/**
 * Writes down that money which had been approved never came: its capture or its settlement failed. The period it paid for
 * is owed again, by the same claim, and its subscription is past due (decisions 8). Answers the payment as it is now.
 */
export const losePayment = async (work: Write, payment: PaymentRow, message: string): Promise<PaymentRow> => {
  const lost = updatePayment(work, payment, {
    paymentStatus: paymentAfter(payment.paymentStatus, 'failed'),
    statusReason: statusReason('failed', 'processing_error', message),
    settlesAt: null,
  })
  if (payment.subscriptionId === null) return lost
  const subscription = (await lockSubscription(work, payment.subscriptionId))!
  if (subscription.periodPaymentId !== payment.id || !renews(subscription)) return lost
  updateSubscription(work, subscription.id, { owedClaimId: payment.claimId })
  await dun(work, subscription, {
    attempts: await triesOf(work, payment),
    mayRetry: true,
    since: subscription.pastDueSince ?? payment.createdAt,
  })
  return lost
}

/** Every payment of the claim counts, so that a method whose money never comes is given up like one that is declined. */
const triesOf = async ({ db, organizationId }: Write, { claimId }: PaymentRow): Promise<number> => {
  const { tries } = await db
    .selectFrom('payments')
    .select((payments) => payments.fn.countAll<number>().as('tries'))
    .where('organizationId', '=', organizationId)
    .where('claimId', '=', claimId)
    .executeTakeFirstOrThrow()
  return tries
}
