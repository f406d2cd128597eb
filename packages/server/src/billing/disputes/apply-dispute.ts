import { required } from '@billing-checkout/domain'
import type { DisputeRow, PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { defaultSettings } from '../../organization/effective-settings.ts'
import { findOrganization } from '../../organization/load-organization.ts'
import { lockSubscriptionOf } from '../../store/entities/subscriptions.ts'
import {
  restoreMoneyToSubscription,
  withdrawMoneyFromSubscription,
} from '../credit/withdraw-money-from-subscription.ts'
import { reallocateRefundsAndDisputes } from '../credit/reallocate-refunds-and-disputes.ts'
import { taxOfDisputedSum } from '../payments/shares-of-refunds.ts'
import { oweEmailOfChange } from '../emails/owe-email-of-change.ts'
import { prepareStatusChange, type RequestedStatus } from '../subscriptions/prepare-status-change.ts'
import { recordSubscriptionEvent, updateSubscription } from '../subscriptions/record-subscription-event.ts'

/**
 * Makes the amount that a dispute has taken out of a subscription equal to the amount that the dispute withdraws now. This restores the
 * old amount and withdraws the new one. Idempotent. The caller has locked the payment and the subscription.
 */
export const applyDisputeToSubscription = async (
  work: Write,
  payment: PaymentRow,
  dispute: DisputeRow,
): Promise<void> => {
  const { id, appliedAmount, appliedTaxAmount, withdrawnAmount } = dispute
  if (appliedAmount === withdrawnAmount) return
  if (appliedAmount > 0) {
    await restoreMoneyToSubscription(work, payment, async () => dispute)
    await work.db.updateTable('disputes').set(nothingApplied).where('id', '=', id).execute()
    await reallocateRefundsAndDisputes(work, payment, { minor: appliedAmount, taxMinor: appliedTaxAmount })
  }
  const minor = Math.min(withdrawnAmount, payment.amount)
  const taxMinor = minor === 0 ? 0 : await taxOfDisputedSum(work, payment, minor)
  await work.db
    .updateTable('disputes')
    .set({ ...nothingApplied, appliedAmount: withdrawnAmount, appliedTaxAmount: taxMinor })
    .where('id', '=', id)
    .execute()
  if (minor === 0) return
  const taken = await withdrawMoneyFromSubscription(work, payment, { minor, taxMinor })
  if (taken !== null) work.update('disputes', { id }, { taken: JSON.stringify(taken) })
}

const nothingApplied = { appliedAmount: 0, appliedTaxAmount: 0, taken: null, periodLeftAt: null }

/**
 * Ends the subscription of a disputed payment, as the organization's settings say, when the dispute first withdraws money. This happens
 * once per dispute, so the merchant may resume the subscription afterwards. An inquiry withdraws no money, so it ends nothing. The caller
 * has locked the payment.
 */
export const endDisputedSubscription = async (work: Write, payment: PaymentRow, dispute: DisputeRow): Promise<void> => {
  if (dispute.actedAt !== null || dispute.withdrawnAmount === 0) return
  work.update('disputes', { id: dispute.id }, { actedAt: work.now })
  if (payment.subscriptionId === null) return
  const { settings } = required(await findOrganization(work), 'organization', work.organizationId)
  const wanted = statuses[settings.on_dispute ?? defaultSettings.on_dispute]
  if (wanted === null) return
  const subscription = await lockSubscriptionOf(work, payment)
  if (subscription.status === 'cancelled' || subscription.status === wanted) return
  const change = await prepareStatusChange(work, subscription, wanted, { source: 'dispute' })
  if (change.kind !== 'change') return
  updateSubscription(work, subscription, change.columns)
  const isEnded = change.columns.status === 'cancelled'
  const event = isEnded ? 'subscription.cancelled' : 'subscription.updated'
  const changed = await recordSubscriptionEvent(work, subscription.id, event)
  await oweEmailOfChange(work, subscription, changed, undefined)
}

const statuses = {
  nothing: null,
  at_period_end: 'scheduled_for_cancellation',
  now: 'cancelled',
} as const satisfies Record<string, RequestedStatus | null>
