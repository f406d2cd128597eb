import { unsetSettings } from '../../organization/settings-in-force.ts'
import { required } from '@billing-checkout/domain'
import { findOrganization } from '../../organization/load-organization.ts'
import type { DisputeRow, PaymentRow } from '../../store/rows.ts'
import { lockSubscriptionOf } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/writes/write.ts'
import { oweEmailOfChange } from '../emails/owe-email-of-change.ts'
import { changeStatus, type RequestedStatus } from '../subscriptions/change-status.ts'
import { recordSubscription, updateSubscription } from '../subscriptions/record-subscription.ts'

/**
 * Ends the subscription of a disputed payment, as the organization's settings say, when the dispute first withdraws money. This happens
 * once per dispute, so the merchant may resume the subscription afterwards. An inquiry withdraws no money, so it ends nothing. The caller
 * has locked the payment.
 */
export const actOnDispute = async (work: Write, payment: PaymentRow, dispute: DisputeRow): Promise<void> => {
  if (dispute.actedAt !== null || dispute.withdrawnAmount === 0) return
  work.update('disputes', { id: dispute.id }, { actedAt: work.now })
  if (payment.subscriptionId === null) return
  const { settings } = required(await findOrganization(work), 'organization', work.organizationId)
  const wanted = statuses[settings.on_dispute ?? unsetSettings.on_dispute]
  if (wanted === null) return
  const subscription = await lockSubscriptionOf(work, payment)
  if (subscription.status === 'cancelled' || subscription.status === wanted) return
  const change = await changeStatus(work, subscription, wanted, { source: 'dispute' })
  if (change.kind !== 'change') return
  updateSubscription(work, subscription, change.columns)
  const isEnded = change.columns.status === 'cancelled'
  const event = isEnded ? 'subscription.cancelled' : 'subscription.updated'
  const changed = await recordSubscription(work, subscription.id, event)
  await oweEmailOfChange(work, subscription, changed, undefined)
}

const statuses = {
  nothing: null,
  at_period_end: 'scheduled_for_cancellation',
  now: 'cancelled',
} as const satisfies Record<string, RequestedStatus | null>
