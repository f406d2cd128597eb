import { restate, restore } from '@billing-checkout/domain'
import type { AcceptedRefundRow, PaymentRow } from '../../store/rows.ts'
import { lockExistingSubscription } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/write.ts'
import { ledgerColumns, ledgerOf, sourceOf } from './credit-ledger.ts'
import { updateSubscription } from './record-subscription.ts'

/** What was withdrawn from a subscription, and how the period was left since that it was withdrawn from. */
export type Taking = Pick<AcceptedRefundRow, 'taken' | 'periodLeftAt'>

/**
 * Restores to a subscription what a refund or a dispute withdrew from it, because that refund failed or the dispute was won. Every
 * change that leaves or moves a period notes that under the subscription's lock, so `load` reads what was withdrawn under the same
 * lock: a value read earlier may predate a change that this transaction waited for.
 */
export const restoreToSubscription = async (
  work: Write,
  payment: PaymentRow,
  load: () => Promise<Taking>,
): Promise<void> => {
  if (payment.subscriptionId === null) return
  const subscription = await lockExistingSubscription(work, payment.subscriptionId)
  const { taken, periodLeftAt } = await load()
  if (taken === null) return
  const isRunning = subscription.currentPeriodStart === taken.periodStart
  const { paidTax: rule } = subscription
  const ledger = restore(ledgerOf(subscription), {
    // Money that never arrived cannot be refunded again, so it is no source of credit.
    source: payment.paymentStatus === 'FAILED' ? null : sourceOf(payment.id),
    withdrawn: {
      costMinor: restate(taken.costMinor, taken.rule, rule),
      balanceMinor: restate(taken.balanceMinor, taken.rule, rule),
    },
    period: { start: taken.periodStart, end: taken.periodEnd },
    leftAt: periodLeftAt ?? (isRunning ? null : taken.periodEnd),
    isPeriodPaid: subscription.periodPaymentId !== null && subscription.owedClaimId === null,
  })
  updateSubscription(work, subscription, ledgerColumns(ledger))
}
