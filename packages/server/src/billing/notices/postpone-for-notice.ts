import { chargeableAt, type Timestamp } from '@billing-checkout/domain'
import { capAtSubscriptionEnd } from '../../presenters/subscriptions/end-of-subscription.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { chargeAtOf } from '../emails/charge-at-of.ts'
import { freezeRenewalQuote, type RenewalQuoteRows } from '../quotes/freeze-renewal-quote.ts'
import { processedColumns } from '../subscriptions/processed-columns.ts'
import { recordSubscriptionEvent, updateSubscription } from '../subscriptions/record-subscription-event.ts'
import { noticesOf } from './announce-charges.ts'

/** Prefix of `deferred_reason` for a postponed charge; an index and the metric `billing_checkout_charges_postponed` look for it. */
const lateNotice = 'late_notice'

/**
 * Postpones the charge of a period whose notice was not handed over in time, by up to a week. The new date is announced and becomes the
 * subscription's next billing date. If the customer requested an end that comes first, nothing more is charged or announced, and the
 * subscription ends then. Postpones only if `emails` is `send` and `charge_without_notice` is not true. Returns whether the charge was
 * postponed. The subscription is locked, so no notice for it is queued at the same time.
 */
export const postponeForNotice = async (
  billing: Billing,
  work: Write,
  subscription: LockedSubscription,
  { rows, endsAt }: { readonly rows: RenewalQuoteRows; readonly endsAt: Timestamp | null },
): Promise<boolean> => {
  const { emails = 'off', charge_without_notice: chargesAnyway = false } = rows.organization.settings
  if (emails !== 'send' || chargesAnyway || (subscription.status !== 'trial' && subscription.status !== 'active'))
    return false
  // Without a method there is no charge to postpone.
  if (subscription.paymentMethodId === null) return false
  const { id, currentPeriodEnd: end } = subscription
  const { now } = work
  const owed = noticesOf(subscription, rows).flatMap(({ kind, window }) => (window === null ? [] : [{ kind, window }]))
  if (owed.length === 0) return false
  const sent = await findSent(work, subscription)
  const notices = owed.map(({ kind, window }) => ({
    window,
    sentAt: sent.flatMap((email) => (email.kind === kind && email.sentAt !== null ? [email.sentAt] : [])),
  }))
  const until = capAtSubscriptionEnd(chargeableAt({ end, now, notices }), endsAt)
  if (until <= now) return false
  const { draft } = await freezeRenewalQuote(billing, subscription, rows, now)
  if (draft.dueNow.amount === 0) return false
  updateSubscription(work, subscription, {
    ...processedColumns,
    nextBillingDate: until,
    deferredReason: `${lateNotice}: a ${owed.map(({ kind }) => kind).join(' and a ')} was not handed over in time`,
    // Announce the charge again, with the new date.
    announcedFor: null,
  })
  await recordSubscriptionEvent(work, id, 'subscription.updated')
  billing.logger.warn(
    { subscription: id, until },
    'a charge was postponed, because its notice was not handed over in time',
  )
  return true
}

/** The notices of the charge that were handed over: for its first date and, if it was postponed, for later dates. */
const findSent = ({ db }: Write, subscription: LockedSubscription) =>
  db
    .selectFrom('emails')
    .select(['kind', 'sentAt', 'facts'])
    .where('subscriptionId', '=', subscription.id)
    .where('kind', 'in', ['trial_ending', 'renewal_notice', 'price_change'])
    .where('status', '=', 'sent')
    .execute()
    .then((found) =>
      found.filter(
        ({ facts: { charged_at: at, plan_id: plan, quantity = 1 } }) =>
          at !== undefined &&
          at >= subscription.currentPeriodEnd &&
          at <= chargeAtOf(subscription) &&
          plan === (subscription.scheduledPlanId ?? subscription.planId) &&
          quantity === (subscription.scheduledQuantity ?? subscription.quantity),
      ),
    )
