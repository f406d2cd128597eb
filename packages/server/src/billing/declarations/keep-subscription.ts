import type { Subscription } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { loadOrganization } from '../../organization/load-organization.ts'
import type { Organization } from '../../organization/organization.ts'
import {
  endOfShownSubscription,
  type EndOfSubscription,
  endsByCancellation,
} from '../../presenters/subscriptions/end-of-subscription.ts'
import { loadSubscriptions } from '../../presenters/subscriptions/load-subscriptions.ts'
import type { SubscriptionRow } from '../../store/rows.ts'
import { actingAs, type Actor } from '../../store/acting.ts'
import { loadSubscription, lockExistingSubscription } from '../../store/entities/subscriptions.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { readBillingClock } from '../../store/writes/billing-clock.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import { type Write, write } from '../../store/writes/write.ts'
import { isRefused } from '../checks/is-refused.ts'
import type { Billing } from '../billing.ts'
import { selectLinkByToken } from '../links/recovery-links.ts'
import { lockNamesOf } from '../lock-names-of.ts'
import { subscriptionStatusAt } from '../quotes/subscription-status-at.ts'
import { prepareActivation } from '../subscriptions/prepare-status-change.ts'
import { recordSubscriptionEvent, updateSubscription } from '../subscriptions/record-subscription-event.ts'
import { refuseWhilePaying } from '../checks/refuse-plan-change.ts'

/** A subscription with a link that revokes, or has revoked, its cancellation. */
export interface SubscriptionOfLink {
  readonly organization: Organization
  readonly subscription: Subscription
  /** When the cancellation will end the subscription; null if the subscription continues or has already ended. */
  readonly end: EndOfSubscription | null
  /** When the subscription ended; null if it has not ended. */
  readonly endedAt: Timestamp | null
  /**
   * Whether the link still revokes the cancellation: false if no cancellation is in effect, if the subscription has ended, or if the link
   * was used.
   */
  readonly canKeep: boolean
}

/** The subscription of the link with this token; `undefined` if there is no such link, or it has expired. */
export const findSubscriptionOfLink = async (
  billing: Billing,
  token: string,
): Promise<SubscriptionOfLink | undefined> => {
  const link = await findLink(billing, token)
  const organization = link && (await loadOrganization(billing.database, link.organizationId))
  if (link === undefined || organization === undefined) return undefined
  const db = inOrganization(billing.database, organization.id)
  const [row, [subscription], now] = await Promise.all([
    loadSubscription(db, link.subscriptionId),
    loadSubscriptions(db, [link.subscriptionId]),
    readBillingClock(db),
  ])
  if (row === undefined || subscription === undefined) return undefined
  const hasEnded = subscriptionStatusAt(row, now) === 'cancelled'
  const end = hasEnded ? null : endOfShownSubscription(row, subscription)
  return {
    organization,
    subscription,
    end,
    endedAt: hasEnded ? endOf(row) : null,
    // A link that was used does not revoke a later cancellation.
    canKeep: end !== null && link.uses === 0,
  }
}

/** When an ended subscription ended: with its period, or earlier if it was cancelled immediately. */
const endOf = ({ status, currentPeriodEnd, updatedAt }: SubscriptionRow): Timestamp =>
  status === 'cancelled' && updatedAt < currentPeriodEnd ? updatedAt : currentPeriodEnd

/**
 * Revokes the cancellation of the link's subscription, unless the subscription has ended, the link was used, or a payment is pending. The
 * subscription continues as before, and nothing is charged now.
 */
export const keepSubscription = async (
  billing: Billing,
  token: string,
  actor: Pick<Actor, 'address' | 'requestId'>,
): Promise<void> => {
  const link = await findLink(billing, token)
  if (link === undefined || link.uses > 0) return
  await actingAs({ who: 'shopper', what: 'keepSubscription', ...actor }, () =>
    write(billing.database, link.organizationId, (work) => revokeCancellation(work, link)),
  )
}

const revokeCancellation = async (
  work: Write,
  { id: linkId, subscriptionId: id }: { readonly id: string; readonly subscriptionId: string },
): Promise<void> => {
  const unlocked = await loadSubscription(work.db, id)
  if (unlocked === undefined) return
  await lockNames(work, lockNamesOf({ customerId: unlocked.customerId, subscriptionId: id }))
  const subscription = await lockExistingSubscription(work, id)
  if (subscriptionStatusAt(subscription, work.now) === 'cancelled' || !endsByCancellation(subscription)) return
  // Read the link again under the lock. An earlier press of the button may have used the link, which must not revoke a later cancellation.
  const link = await work.db.selectFrom('recoveryLinks').select('uses').where('id', '=', linkId).executeTakeFirst()
  if (link === undefined || link.uses > 0) return
  // A pending payment may still change the subscription. The cancellation then stays, and the customer can try again from the page.
  if (await isRefused(() => refuseWhilePaying(work, id, { status: 'active' }), 'payment_in_progress')) return
  const change = await prepareActivation(work, subscription)
  if (change.kind !== 'change') return
  updateSubscription(work, subscription, change.columns)
  await recordSubscriptionEvent(work, id, 'subscription.updated')
}

const findLink = ({ database, wallClock }: Billing, token: string) =>
  Promise.resolve(
    selectLinkByToken(database, token)
      ?.select(['organizationId', 'id', 'subscriptionId', 'uses'])
      .where('pastDueSince', 'is', null)
      .where('expiresAt', '>', wallClock())
      .executeTakeFirst(),
  )
