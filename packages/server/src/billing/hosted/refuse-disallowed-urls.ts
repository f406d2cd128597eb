import type { SessionMembers } from '@billing-checkout/contract'
import { isOriginAllowed } from '../../organization/is-origin-allowed.ts'
import type { Organization } from '../../organization/organization.ts'
import { refuseIssues } from '../../reading/refuse-issues.ts'
import type { Billing } from '../billing.ts'

/**
 * Throws `invalid_parameter` if our page would lead shoppers to a site that the merchant has not allowed or, in live mode, to one without
 * TLS.
 */
export const refuseDisallowedUrls = (
  { mode }: Pick<Billing, 'mode'>,
  organization: Organization,
  { options }: SessionMembers,
): void =>
  refuseIssues(
    (['return_url', 'cancel_url'] as const).flatMap((name) =>
      issuesOf(mode, organization, { url: options?.[name], path: `body.options.${name}` }),
    ),
  )

/** The check of {@link refuseDisallowedUrls} for the one return URL of a payment link's page or of the portal. */
export const refuseDisallowedUrl = (
  { mode }: Pick<Billing, 'mode'>,
  organization: Organization,
  url: string | null | undefined,
  path = 'body.return_url',
): void => refuseIssues(issuesOf(mode, organization, { url, path }))

const issuesOf = (
  mode: Billing['mode'],
  organization: Organization,
  { url, path }: { readonly url: string | null | undefined; readonly path: string },
) => {
  const message = url == null ? undefined : faultOf(mode, organization, new URL(url))
  return message === undefined ? [] : [{ path, code: 'invalid_value', message }]
}

const faultOf = (mode: Billing['mode'], organization: Organization, { origin, protocol }: URL): string | undefined => {
  if (mode === 'live' && protocol !== 'https:') return 'The address must begin with https:// in live mode.'
  if (!isOriginAllowed(organization, mode, origin)) return `${origin} is not one of the organization’s allowed_origins.`
  return undefined
}
