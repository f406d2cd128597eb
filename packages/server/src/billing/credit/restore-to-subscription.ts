import { restate, restore } from '@billing-checkout/domain'
import type { AcceptedRefundRow, PaymentRow } from '../../store/rows.ts'
import { lockExistingSubscription } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/writes/write.ts'
import { restoreElsewhere, worthOfTaken } from './restore-elsewhere.ts'
import { ledgerColumns, ledgerOf, sourceOf } from '../subscriptions/credit-ledger.ts'
import { recheckCredit } from '../subscriptions/processed-columns.ts'
import { updateSubscription } from '../subscriptions/record-subscription.ts'

/** What was withdrawn from a subscription, and when the subscription left the period that the money was withdrawn from. */
export type Taking = Pick<AcceptedRefundRow, 'taken' | 'periodLeftAt'>

/**
 * Restores to a subscription what a refund or a dispute withdrew from it, because the refund failed or the dispute was won. `load` is
 * called under the subscription's lock, because every change that leaves or moves a period writes `periodLeftAt` under this lock.
 */
export const restoreToSubscription = async (
  work: Write,
  payment: PaymentRow,
  load: () => Promise<Taking>,
): Promise<void> => {
  if (payment.subscriptionId === null) return
  const locked = await lockExistingSubscription(work, payment.subscriptionId)
  const { taken, periodLeftAt } = await load()
  if (taken === null) return
  // If the payment's money never arrived, it cannot be refunded and therefore cannot be the source of credit. The whole amount lowers the
  // subscription's debt.
  const isLost = payment.paymentStatus === 'FAILED'
  const { elsewhere = [] } = taken
  if (!isLost) await restoreElsewhere(work, payment, elsewhere)
  // `restoreElsewhere` may have just credited this subscription, so the row that was loaded above may be out of date.
  const subscription = elsewhere.length === 0 ? locked : await lockExistingSubscription(work, payment.subscriptionId)
  const isRunning = subscription.currentPeriodStart === taken.periodStart
  const { paidTax: rule } = subscription
  const ledger = restore(ledgerOf(subscription), {
    source: isLost ? null : sourceOf(payment.id),
    withdrawn: {
      costMinor: restate(taken.costMinor, taken.rule, rule),
      balanceMinor:
        restate(taken.balanceMinor, taken.rule, rule) + (isLost ? await worthOfTaken(work, elsewhere, rule) : 0),
    },
    period: { start: taken.periodStart, end: taken.periodEnd },
    leftAt: periodLeftAt ?? (isRunning ? null : taken.periodEnd),
    isPeriodPaid: subscription.periodPaymentId !== null && subscription.owedClaimId === null,
  })
  updateSubscription(work, subscription, { ...ledgerColumns(ledger), ...recheckCredit(subscription) })
}
