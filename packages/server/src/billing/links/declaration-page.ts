import type { DeclarationKind } from '@billing-checkout/contract'
import { withdrawalLawIn } from '@billing-checkout/domain'
import type { Organization } from '../../organization/organization.ts'
import type { Billing } from '../billing.ts'
import { whyNoPages } from './serves-pages.ts'

/** The organization and kind of a declaration page, and the contract with which its form is filled; null for none. */
interface DeclarationLink {
  readonly organizationId: string
  readonly kind: DeclarationKind
  readonly contract: string | null
}

type PlaceOfPages = Pick<Billing, 'mode' | 'frameOrigin' | 'hostedPages' | 'publicUrl'>

/** The organization with our pages for cancelling and withdrawing in its settings, if it has set no pages of its own. */
export const withOurPages = (billing: PlaceOfPages, organization: Organization): Organization => {
  const { id: organizationId, settings } = organization
  const page = (kind: DeclarationKind) => declarationPage(billing, { organizationId, kind, contract: null })
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
 * Where a customer withdraws from a sale: on the organization's own page, else on ours, else by e-mail. Null if the law gives no such
 * right, or if the organization has no e-mail address and there is no page.
 */
export const withdrawalUrl = (
  billing: PlaceOfPages,
  { id: organizationId, settings }: Organization,
  { country, contract }: SaleToWithdrawFrom,
): string | null => {
  if (withdrawalLawIn(country).days === 0) return null
  const { withdrawal_url: own, support_email: email } = settings
  const page = own ?? declarationPage(billing, { organizationId, kind: 'withdraw', contract })
  return page ?? (email === null ? null : `mailto:${email}`)
}

/** Our page on which consumers cancel or withdraw without signing in; null if this server serves no pages. */
export const declarationPage = (
  billing: PlaceOfPages,
  { organizationId, kind, contract }: DeclarationLink,
): string | null => {
  if (whyNoPages(billing) !== null) return null
  const page = `${billing.publicUrl()}/o/${organizationId}/${kind}`
  return contract === null ? page : `${page}?contract=${encodeURIComponent(contract)}`
}
