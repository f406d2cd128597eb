import type { Organization } from '../../organization/organization.ts'
import type { EmailRow } from '../../store/rows.ts'
import type { Write } from '../../store/write.ts'
import type { Billing } from '../billing.ts'
import { addPortalLink } from '../links/portal-links.ts'
import { addRecoveryLink } from '../links/recovery-links.ts'
import { whyNoPages } from '../links/serves-pages.ts'

/**
 * Where an email's button leads: to the page of a link that is made for this try. The merchant reads emails that it sends
 * itself, so those carry no link that proves a customer.
 */
export const actionUrlOf = async (
  billing: Billing,
  work: Write,
  { email, organization }: { readonly email: EmailRow; readonly organization: Organization },
): Promise<string | null> => {
  const { kind, subscriptionId } = email
  const link = portalLinkOf(email)
  if (link !== undefined) return addPortalLink(billing, work, link)
  if (kind !== 'payment_failed' && kind !== 'payment_method_missing') return null
  if (subscriptionId === null || organization.settings.emails !== 'send' || whyNoPages(billing) !== null) return null
  const { pastDueSince } = await work.db
    .selectFrom('subscriptions')
    .select('pastDueSince')
    .where('id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  return pastDueSince === null ? null : addRecoveryLink(billing, work, { id: subscriptionId, pastDueSince }).url
}

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
