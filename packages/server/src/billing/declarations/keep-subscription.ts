import { loadOrganization } from '../../organization/load-organization.ts'
import type { Organization } from '../../organization/organization.ts'
import { loadSubscriptions } from '../../presenters/subscriptions/load-subscriptions.ts'
import type { Subscription } from '@billing-checkout/contract'
import { type Actor, actingAs } from '../../store/acting.ts'
import { loadSubscription, lockExistingSubscription } from '../../store/entities/subscriptions.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { lockNames, readBillingClock, type Write, write } from '../../store/write.ts'
import type { Billing } from '../billing.ts'
import { linkWith } from '../links/link-with.ts'
import { lockNamesOf } from '../lock-names-of.ts'
import { statusAt } from '../quotes/status-at.ts'
import { changeStatus } from '../subscriptions/change-status.ts'
import { recordSubscription, updateSubscription } from '../subscriptions/record-subscription.ts'
import { refuseWhilePaying } from '../subscriptions/refuse-impossible-change.ts'

/** A subscription whose cancellation a link takes back, or has taken back. */
export interface Kept {
  readonly organization: Organization
  readonly subscription: Subscription
}

/** The subscription of the link with this token; `undefined` if there is no such link, or it has ended, or the subscription has. */
export const findKept = async (billing: Billing, token: string): Promise<Kept | undefined> => {
  const link = await findLink(billing, token)
  const organization = link && (await loadOrganization(billing.database, link.organizationId))
  if (link === undefined || organization === undefined) return undefined
  const db = inOrganization(billing.database, organization.id)
  const [row, [subscription], now] = await Promise.all([
    loadSubscription(db, link.subscriptionId),
    loadSubscriptions(db, [link.subscriptionId]),
    readBillingClock(db),
  ])
  if (row === undefined || subscription === undefined || statusAt(row, now) === 'cancelled') return undefined
  return { organization, subscription }
}

/** Takes the cancellation of the link's subscription back if it still runs. It continues as before, and nothing is charged now. */
export const keepSubscription = async (
  billing: Billing,
  token: string,
  actor: Pick<Actor, 'address' | 'requestId'>,
): Promise<void> => {
  const link = await findLink(billing, token)
  if (link === undefined || link.uses > 0) return
  await actingAs({ who: 'shopper', what: 'keepSubscription', ...actor }, () =>
    write(billing.database, link.organizationId, (work) => keep(work, link.subscriptionId)),
  )
}

const keep = async (work: Write, id: string): Promise<void> => {
  const unlocked = await loadSubscription(work.db, id)
  if (unlocked === undefined) return
  await lockNames(work, lockNamesOf({ customerId: unlocked.customerId, subscriptionId: id }))
  const subscription = await lockExistingSubscription(work, id)
  if (statusAt(subscription, work.now) !== 'scheduled_for_cancellation') return
  await refuseWhilePaying(work, id, { status: 'active' })
  const change = await changeStatus(work, subscription, 'active')
  if (change.kind !== 'change') return
  updateSubscription(work, subscription, change.columns)
  // A later cancellation, by the merchant perhaps, is not taken back by an earlier link.
  work.update('recoveryLinks', { subscriptionId: id, pastDueSince: null }, { uses: 1 })
  await recordSubscription(work, id, 'subscription.updated')
}

const findLink = ({ database, wallClock }: Billing, token: string) =>
  Promise.resolve(
    linkWith(database, token)
      ?.select(['organizationId', 'subscriptionId', 'uses'])
      .where('pastDueSince', 'is', null)
      .where('expiresAt', '>', wallClock())
      .executeTakeFirst(),
  )
