import type { PaymentRow } from '../../store/rows.ts'
import { lockSubscriptionOf } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/writes/write.ts'
import { restatePricePart } from '../tax/paid-tax.ts'
import { recordSubscriptionEvent, updateSubscription } from '../subscriptions/record-subscription-event.ts'
import { shortfallOf } from '../payments/shares-of-refunds.ts'

/** Adds to the subscription's next charge the part of a payment that its processor did not collect. */
export const oweShortfall = async (work: Write, payment: PaymentRow): Promise<void> => {
  const subscription = await lockSubscriptionOf(work, payment)
  const shortPart = await restatePricePart(work.db, subscription, payment, shortfallOf(payment))
  updateSubscription(work, subscription, {
    balanceAmount: subscription.balanceAmount - shortPart,
    ...(subscription.periodPaymentId === payment.id && {
      periodPaidAmount: Math.max(subscription.periodPaidAmount - shortPart, 0),
    }),
  })
  await recordSubscriptionEvent(work, subscription.id, 'subscription.updated')
}
