import type { Subscription } from '@billing-checkout/contract'
import { loadOrganization } from '../../organization/load-organization.ts'
import { effectiveSettings } from '../../organization/effective-settings.ts'
import { formatPlanName } from '../../presenters/languages/format-units.ts'
import { findPlan } from '../../store/entities/plans.ts'
import type { SubscriptionRow } from '../../store/rows.ts'
import { type OwedEmail, oweEmail } from '../../store/writes/owe-email.ts'
import type { Write } from '../../store/writes/write.ts'
import { chargeAtOf } from './charge-at-of.ts'

/**
 * Owes the customer the email about a change without a charge: another plan or quantity (now or later), a dropped scheduled change, or a
 * cancellation. `sessionId` names the session in which the shopper made the change.
 */
export const oweEmailOfChange = async (
  work: Write,
  before: SubscriptionRow,
  after: Subscription,
  sessionId: string | undefined,
): Promise<void> => {
  const about = { customerId: before.customerId, subscriptionId: before.id }
  const isChanged = after.plan.id !== before.planId || after.quantity !== before.quantity
  if (isChanged) oweEmail(work, { ...about, ...(await planChange(work, before, after, sessionId)) })
  const scheduled = after.scheduled_change
  if (scheduled !== null && isScheduledBy(before, after))
    oweEmail(work, { ...about, ...scheduledChange(after, scheduled, sessionId) })
  const endsAt = endOf(work, before, after)
  if (before.scheduledPlanId !== null && scheduled === null && !isChanged && endsAt === null)
    await oweEmailOfDroppedChange(work, before, after.plan, after.next_billing_date)
  if (endsAt === null) return
  // Among these changes, only those by a merchant's backend or a dispute end a subscription immediately. If a customer cancels, the
  // subscription runs to the end of its period, unless the period is over.
  const isMerchants = after.status === 'cancelled' && work.actor.who !== 'shopper'
  // Among these changes, only a cancellation in the portal can be revoked by a link.
  const canKeep =
    after.status === 'scheduled_for_cancellation' &&
    after.cancellation?.source === 'portal' &&
    (await offersResumption(work))
  const facts = {
    ends_at: endsAt,
    ...(isMerchants && { ended_by: 'merchant' as const }),
    ...(canKeep && { can_keep: true as const }),
  }
  oweEmail(work, { ...about, kind: 'cancellation', facts })
}

/** Whether the merchant allows customers to resume in the portal. */
const offersResumption = async ({ db, organizationId }: Write): Promise<boolean> => {
  const organization = await loadOrganization(db, organizationId)
  return organization !== undefined && effectiveSettings(organization.settings).portal_features.includes('resume')
}

/** Whether a change has scheduled a plan or quantity, for the end of the period, that was not scheduled before. */
export const isScheduledBy = (before: SubscriptionRow, { scheduled_change: after }: Subscription): boolean =>
  after !== null && (after.plan.id !== before.scheduledPlanId || after.quantity !== before.scheduledQuantity)

const planChange = async (
  work: Write,
  before: SubscriptionRow,
  after: Subscription,
  sessionId: string | undefined,
): Promise<Pick<OwedEmail, 'kind' | 'facts'>> => {
  const former = await findPlan(work, before.planId)
  return {
    kind: 'plan_changed',
    facts: {
      plan_before: formatPlanName(former?.name ?? '', before.quantity),
      plan_after: formatPlanName(after.plan.name, after.quantity),
      next_charge_at: after.next_billing_date,
      // The change charges nothing now, and credits nothing.
      amount: 0,
      currency: before.priceCurrency,
      ...(sessionId !== undefined && { session_id: sessionId }),
    },
  }
}

const scheduledChange = (
  { plan, quantity }: Subscription,
  scheduled: NonNullable<Subscription['scheduled_change']>,
  sessionId: string | undefined,
): Pick<OwedEmail, 'kind' | 'facts'> => ({
  kind: 'change_scheduled',
  facts: {
    plan_before: formatPlanName(plan.name, quantity),
    plan_after: formatPlanName(scheduled.plan.name, scheduled.quantity),
    plan_id: scheduled.plan.id,
    quantity: scheduled.quantity,
    charged_at: scheduled.at,
    ...(sessionId !== undefined && { session_id: sessionId }),
  },
})

/**
 * Owes the customer the email about a dropped scheduled change: the next charge is for the plan `kept`. `nextChargeAt` is absent if the
 * change was refused when that charge was due, because the charge is then made now.
 */
export const oweEmailOfDroppedChange = async (
  work: Write,
  before: SubscriptionRow,
  kept: { readonly name: string },
  nextChargeAt?: string | null,
): Promise<void> => {
  const scheduled = before.scheduledPlanId === null ? undefined : await findPlan(work, before.scheduledPlanId)
  oweEmail(work, {
    customerId: before.customerId,
    subscriptionId: before.id,
    kind: 'change_scheduled',
    facts: {
      dropped: nextChargeAt === undefined ? 'refused' : 'taken_back',
      plan_before: formatPlanName(kept.name, before.quantity),
      plan_after: formatPlanName(scheduled?.name ?? '', before.scheduledQuantity ?? 1),
      charged_at: chargeAtOf(before),
      ...(nextChargeAt !== undefined && { next_charge_at: nextChargeAt }),
    },
  })
}

/** When a subscription that was just cancelled ends; null if it was not cancelled. */
const endOf = ({ now }: Write, before: SubscriptionRow, after: Subscription): string | null => {
  if (after.status === before.status) return null
  if (after.status === 'cancelled') return now
  return after.status === 'scheduled_for_cancellation' ? after.current_period_end : null
}
