import type { PaymentRow } from '../../store/rows.ts'
import { lockSubscriptionOf } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/writes/write.ts'
import { pricePartFor } from '../tax/paid-tax.ts'
import { recordSubscription, updateSubscription } from '../subscriptions/record-subscription.ts'
import { shortageOf } from '../payments/shares-of-refunds.ts'

/** Adds the part of a payment that its processor did not collect to the subscription's next charge. */
export const oweShortage = async (work: Write, payment: PaymentRow): Promise<void> => {
  const subscription = await lockSubscriptionOf(work, payment)
  const shortPart = await pricePartFor(work.db, subscription, payment, shortageOf(payment))
  updateSubscription(work, subscription, {
    balanceAmount: subscription.balanceAmount - shortPart,
    ...(subscription.periodPaymentId === payment.id && {
      periodPaidAmount: Math.max(subscription.periodPaidAmount - shortPart, 0),
    }),
  })
  await recordSubscription(work, subscription.id, 'subscription.updated')
}
