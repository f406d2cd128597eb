import { type DeclarationKind, Problem } from '@billing-checkout/contract'
import { withdrawalLawIn } from '@billing-checkout/domain'
import type { Organization } from '../../organization/organization.ts'
import { effectiveSettings } from '../../organization/effective-settings.ts'
import type { Billing } from '../billing.ts'

type PlaceOfPages = Pick<Billing, 'mode' | 'frameOrigin' | 'hostedPages' | 'publicUrl'>

/**
 * Why this server serves no pages for shoppers; null if it serves them. In live mode, it serves them only if the card frame has an origin
 * of its own; otherwise, a flaw in a page would expose the card that is typed into the frame.
 */
export const reasonForNoPages = ({
  mode,
  frameOrigin,
  hostedPages,
}: Omit<PlaceOfPages, 'publicUrl'>): string | null => {
  if (hostedPages !== 'on') return reasons[hostedPages]
  return mode === 'sandbox' || frameOrigin() !== null ? null : reasons['no frame origin']
}

const reasons = {
  off: 'This server serves no pages for shoppers, because the operator has set HOSTED_PAGES=off.',
  'not built':
    'This server serves no pages for shoppers, because its element is not built: the operator runs `npm run build` and restarts it.',
  'no frame origin':
    'This live server serves no pages for shoppers, because its card frame has no origin of its own: the operator sets FRAME_ORIGIN.',
} as const

/** Throws `unavailable` if this server serves no pages. */
export const refuseWithoutPages = (place: Omit<PlaceOfPages, 'publicUrl'>): void => {
  const reason = reasonForNoPages(place)
  if (reason !== null) throw new Problem('unavailable', reason)
}

/** The organization and kind of a declaration page, and the contract (null for none) with which its form is filled. */
interface DeclarationLink {
  readonly organizationId: string
  readonly kind: DeclarationKind
  readonly contract: string | null
}

/** The organization; if it has set no page for cancelling or for withdrawing, its settings name ours. */
export const withOurPages = (billing: PlaceOfPages, organization: Organization): Organization => {
  const { id: organizationId, settings } = organization
  const page = (kind: DeclarationKind) => declarationPageUrl(billing, { organizationId, kind, contract: null })
  return {
    ...organization,
    settings: {
      ...settings,
      cancel_url: settings.cancel_url ?? page('cancel'),
      withdrawal_url: settings.withdrawal_url ?? page('withdraw') ?? undefined,
    },
  }
}

/** The facts of a sale that decide whether and where its customer may withdraw. */
interface SaleToWithdrawFrom {
  /** The country of sale; null if it is unknown. */
  readonly country: string | null
  /** The contract with which our page's form is filled; null for none. */
  readonly contract: string | null
}

/**
 * Where a customer withdraws from a sale: on the organization's own page, else on ours, else by e-mail. Null if the law gives no right to
 * withdraw, or if there is neither a page nor an e-mail address of the organization.
 */
export const withdrawalUrl = (
  billing: PlaceOfPages,
  { id: organizationId, settings }: Organization,
  { country, contract }: SaleToWithdrawFrom,
): string | null => {
  if (withdrawalLawIn(country).days === 0) return null
  const { withdrawal_url: own, support_email: email } = settings
  const page = own ?? declarationPageUrl(billing, { organizationId, kind: 'withdraw', contract })
  return page ?? (email === null ? null : `mailto:${email}`)
}

/** Our page on which consumers cancel or withdraw without signing in; null if this server serves no pages. */
export const declarationPageUrl = (
  billing: PlaceOfPages,
  { organizationId, kind, contract }: DeclarationLink,
): string | null => {
  if (reasonForNoPages(billing) !== null) return null
  const page = `${billing.publicUrl()}/o/${organizationId}/${kind}`
  return contract === null ? page : `${page}?contract=${encodeURIComponent(contract)}`
}

/** The path of an organization's portal page. A browser that is not signed in gets the sign-in form. */
export const signInPath = (organizationId: string): string =>
  `/portal?organization=${encodeURIComponent(organizationId)}`

/** The address of an organization's portal page; null if this server serves no pages, or sends no email that signs a customer in. */
export const portalPageUrl = (billing: PlaceOfPages & Pick<Billing, 'mailer'>, organizationId: string): string | null =>
  billing.mailer === null || reasonForNoPages(billing) !== null
    ? null
    : `${billing.publicUrl()}${signInPath(organizationId)}`

/**
 * The page on which an organization's customers sign in by email and add a payment method; null if the organization does not offer it. The
 * URL contains no token, so having it grants nothing.
 */
export const pageForMethods = (
  { publicUrl }: Pick<Billing, 'publicUrl'>,
  { id, settings }: Pick<Organization, 'id' | 'settings'>,
): string | null =>
  effectiveSettings(settings).portal_features.includes('payment_methods') ? `${publicUrl()}${signInPath(id)}` : null
