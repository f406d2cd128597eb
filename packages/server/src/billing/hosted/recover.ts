import type { Timestamp } from '@billing-checkout/domain'
import { loadOrganization } from '../../organization/load-organization.ts'
import type { Organization } from '../../organization/organization.ts'
import { actingAs, type Actor } from '../../store/acting.ts'
import { loadSubscription } from '../../store/entities/subscriptions.ts'
import { inOrganization, type OrganizationDatabase } from '../../store/in-organization.ts'
import type { ClientSessionRow } from '../../store/rows.ts'
import { readBillingClock } from '../../store/writes/billing-clock.ts'
import { type Write, write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { type ResolvedSession, resolveSession } from '../quotes/resolve-session.ts'
import { withTaxRates } from '../tax/decide-tax.ts'
import { selectLinkByToken } from '../links/recovery-links.ts'
import { hostedSession, openHostedSession } from './hosted-session.ts'

/** What the page of a recovery link shows. */
export interface Recovery {
  readonly organization: Organization
  /** The plan, the customer and what is owed. */
  readonly view: ResolvedSession
}

/** What the customer of the link with this token owes; `undefined` if there is no such link, or if it has ended. */
export const findRecovery = async (billing: Billing, token: string): Promise<Recovery | undefined> => {
  const link = await findLink(billing, token)
  const organization = link && (await loadOrganization(billing.database, link.organizationId))
  if (link === undefined || organization === undefined) return undefined
  const db = inOrganization(billing.database, organization.id)
  if (!(await isOwed(db, link))) return undefined
  const now = await readBillingClock(db)
  const view = await resolveSession({ billing, db, organization, now }, sessionOf(link, now))
  return { organization, view }
}

/**
 * Opens a session in which the link's customer pays, and returns its id; `undefined` if the link has ended. Each press of the button opens
 * a separate session, so that people who share the link do not see each other's cards. The debt is charged only once.
 */
export const openRecoverySession = async (
  billing: Billing,
  token: string,
  actor: Pick<Actor, 'address' | 'requestId'>,
): Promise<string | undefined> => {
  const link = await findLink(billing, token)
  const organization = link && (await loadOrganization(billing.database, link.organizationId))
  if (link === undefined || organization === undefined) return undefined
  return actingAs({ who: 'shopper', what: 'openRecovery', ...actor }, () =>
    withTaxRates(billing, (rated) =>
      write(billing.database, organization.id, (work) => openSession(rated, work, organization, link)),
    ),
  )
}

/**
 * The largest number of sessions that a link may open. Without a limit, a stranger who has the link could fill the database with sessions,
 * or test cards in many of them.
 */
const usesMax = 50

const openSession = async (
  billing: Billing,
  work: Write,
  organization: Organization,
  link: Link,
): Promise<string | undefined> => {
  const { db, now } = work
  const used = await db
    .updateTable('recoveryLinks')
    .set(({ eb }) => ({ uses: eb('uses', '+', 1) }))
    .where('id', '=', link.id)
    .where('uses', '<', usesMax)
    .returning('id')
    .executeTakeFirst()
  if (used === undefined || !(await isOwed(db, link))) return undefined
  return openHostedSession(billing, work, organization, sessionOf(link, now))
}

interface Link {
  readonly organizationId: string
  readonly id: string
  readonly subscriptionId: string
  readonly pastDueSince: Timestamp
}

const findLink = async ({ database, wallClock }: Billing, token: string): Promise<Link | undefined> => {
  const link = await selectLinkByToken(database, token)
    ?.select(['organizationId', 'id', 'subscriptionId', 'pastDueSince'])
    .where('expiresAt', '>', wallClock())
    .where('uses', '<', usesMax)
    .executeTakeFirst()
  return link === undefined || link.pastDueSince === null ? undefined : { ...link, pastDueSince: link.pastDueSince }
}

/** Whether the subscription still owes what the link was made for. */
const isOwed = async (db: OrganizationDatabase, { subscriptionId, pastDueSince }: Link): Promise<boolean> =>
  (await loadSubscription(db, subscriptionId))?.pastDueSince === pastDueSince

const sessionOf = ({ organizationId, subscriptionId }: Link, now: Timestamp): ClientSessionRow =>
  hostedSession(
    { organizationId, now },
    { subscription: { id: subscriptionId } },
    { hostedAs: 'recovery', linkId: null },
  )
