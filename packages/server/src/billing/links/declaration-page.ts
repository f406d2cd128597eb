import type { DeclarationKind } from '@billing-checkout/contract'
import type { Organization } from '../../organization/organization.ts'
import type { Billing } from '../billing.ts'
import { whyNoPages } from './serves-pages.ts'

/** Whose page it is, and the id of the contract that its form names at first; null: none. */
interface DeclarationLink {
  readonly organizationId: string
  readonly kind: DeclarationKind
  readonly contract: string | null
}

type PlaceOfPages = Pick<Billing, 'mode' | 'frameOrigin' | 'hostedPages' | 'publicUrl'>

/** An organization whose shoppers cancel and withdraw on our pages if it names none of its own. */
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

/** Our page on which consumers cancel or withdraw without signing in; null if this server serves no pages. */
export const declarationPage = (
  billing: PlaceOfPages,
  { organizationId, kind, contract }: DeclarationLink,
): string | null => {
  if (whyNoPages(billing) !== null) return null
  const page = `${billing.publicUrl()}/o/${organizationId}/${kind}`
  return contract === null ? page : `${page}?contract=${encodeURIComponent(contract)}`
}
