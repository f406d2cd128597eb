import type { DeclarationKind } from '@billing-checkout/contract'
import type { Billing } from '../billing.ts'
import { whyNoPages } from './serves-pages.ts'

/** Whose page it is, and the id of the contract that its form names at first; null: none. */
interface DeclarationLink {
  readonly organizationId: string
  readonly kind: DeclarationKind
  readonly contract: string | null
}

/** Our page on which consumers cancel or withdraw without signing in; null if this server serves no pages. */
export const declarationPage = (
  billing: Pick<Billing, 'mode' | 'frameOrigin' | 'hostedPages' | 'publicUrl'>,
  { organizationId, kind, contract }: DeclarationLink,
): string | null => {
  if (whyNoPages(billing) !== null) return null
  const page = `${billing.publicUrl()}/o/${organizationId}/${kind}`
  return contract === null ? page : `${page}?contract=${encodeURIComponent(contract)}`
}
