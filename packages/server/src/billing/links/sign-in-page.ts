import { settingsInForce } from '../../organization/settings-in-force.ts'
import type { Organization } from '../../organization/organization.ts'
import type { Billing } from '../billing.ts'
import { whyNoPages } from './serves-pages.ts'

/** The path of an organization's portal page. A browser that is not signed in gets the sign-in form. */
export const signInPath = (organizationId: string): string =>
  `/portal?organization=${encodeURIComponent(organizationId)}`

/** The address of an organization's portal page; null if this server serves no pages, or sends no email that signs a customer in. */
export const accountPage = (
  billing: Pick<Billing, 'mode' | 'frameOrigin' | 'hostedPages' | 'publicUrl' | 'mailer'>,
  organizationId: string,
): string | null =>
  billing.mailer === null || whyNoPages(billing) !== null ? null : `${billing.publicUrl()}${signInPath(organizationId)}`

/**
 * The page on which an organization's customers sign in by email and add a payment method; null if the organization does not offer it. The
 * URL contains no token, so having it grants nothing.
 */
export const pageForMethods = (
  { publicUrl }: Pick<Billing, 'publicUrl'>,
  { id, settings }: Pick<Organization, 'id' | 'settings'>,
): string | null =>
  settingsInForce(settings).portal_features.includes('payment_methods') ? `${publicUrl()}${signInPath(id)}` : null
