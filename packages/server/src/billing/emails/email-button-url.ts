import { required, type Timestamp } from '@billing-checkout/domain'
import type { EmailKind } from '@billing-checkout/contract'
import { loadSubscription } from '../../store/entities/subscriptions.ts'
import type { Organization } from '../../organization/organization.ts'
import { endsByCancellation } from '../../presenters/subscriptions/end-of-subscription.ts'
import type { EmailRow, SubscriptionRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { addPortalLink } from '../links/portal-links.ts'
import { addKeepLink, addRecoveryLink } from '../links/recovery-links.ts'
import { pageForMethods, reasonForNoPages } from '../links/our-pages.ts'

/**
 * The URL of an email's button; null if the email has none. In an email about a debt or a revocable cancellation, each try to send the
 * email makes a new link to the page on which the customer pays or revokes. If the email announces a charge and the subscription has no
 * payment method, the button leads to the portal's sign-in; in an email about an account, it leads to the portal. Emails that the merchant
 * sends have no button, because the merchant could open its link.
 */
export const emailButtonUrl = async (
  billing: Billing,
  work: Write,
  { email, organization }: OrganizationEmail,
): Promise<string | null> => {
  const { kind, subscriptionId } = email
  const link = portalLinkOf(email)
  if (link !== undefined) return addPortalLink(billing, work, link)
  if (subscriptionId === null || organization.settings.emails !== 'send' || reasonForNoPages(billing) !== null)
    return null
  const linkOf = links[kind]
  if (linkOf === undefined) return null
  const subscription = required(await loadSubscription(work.db, subscriptionId), 'subscription', subscriptionId)
  return linkOf(billing, work, subscription, { email, organization })
}

interface OrganizationEmail {
  readonly email: EmailRow
  readonly organization: Organization
}

type LinkOf = (billing: Billing, work: Write, subscription: SubscriptionRow, email: OrganizationEmail) => string | null

const recoveryLink: LinkOf = (billing, work, { id, pastDueSince }) =>
  pastDueSince === null ? null : addRecoveryLink(billing, work, { id, pastDueSince }).url

/** The page on which a customer adds a payment method, if their next charge has none. */
const linkToAddMethod: LinkOf = (billing, _, { paymentMethodId }, { organization }) =>
  paymentMethodId === null ? pageForMethods(billing, organization) : null

const links: Partial<Readonly<Record<EmailKind, LinkOf>>> = {
  payment_failed: recoveryLink,
  payment_method_missing: recoveryLink,
  trial_ending: linkToAddMethod,
  renewal_notice: linkToAddMethod,
  price_change: linkToAddMethod,
  reminder: linkToAddMethod,
  cancellation: (billing, work, subscription, { email: { facts } }) =>
    facts.can_keep && endsByCancellation(subscription) && isRunning(subscription, work.now)
      ? addKeepLink(billing, work, subscription.id)
      : null,
}

/** Whether a subscription that was cancelled has not reached its end yet. */
const isRunning = ({ requestedEndAt, currentPeriodEnd }: SubscriptionRow, now: Timestamp): boolean =>
  requestedEndAt !== null || currentPeriodEnd > now

/** The link that an email about an account carries; `undefined` if it carries none. */
const portalLinkOf = ({
  kind,
  customerId,
  recipient,
  facts,
}: EmailRow): Parameters<typeof addPortalLink>[2] | undefined => {
  const { portal_session_id: portalSessionId = null } = facts
  if (recipient === null) return undefined
  if (kind === 'email_changed') return { kind: 'old_email', email: recipient, customerId, portalSessionId }
  if (kind !== 'sign_in') return undefined
  return customerId === null
    ? { kind, email: recipient, customerId, portalSessionId: null }
    : { kind: 'new_email', email: recipient, customerId, portalSessionId }
}
