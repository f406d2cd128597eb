import { type Checkout, Problem } from '@billing-checkout/contract'
import { organizationOf } from '../../organization/load-organization.ts'
import type { Organization } from '../../organization/organization.ts'
import { loadCheckoutRows } from '../../store/entities/checkout-rows.ts'
import type { ClientSessionRow } from '../../store/rows.ts'
import type { Billing } from '../billing.ts'
import { attemptsPerSession } from '../checks/refuse-card-testing.ts'
import { withOurPages } from '../links/declaration-page.ts'
import { type LanguagesAsked, showCheckout } from './show-checkout.ts'

/** The request that a widget sends when it starts. */
export interface CheckoutRequest extends LanguagesAsked {
  readonly sessionId: string
  /**
   * Throws if the page's origin may not embed this organization's checkout. Otherwise waits for the organization's turn and calls `show`.
   */
  readonly admit: <Shown>(
    organization: Organization,
    show: () => Promise<Shown>,
    session: ClientSessionRow,
  ) => Promise<Shown>
}

/** Returns everything that a widget shows, in whatever phase the session is. Throws `not_found` if there is no such session. */
export const readCheckout = async (billing: Billing, request: CheckoutRequest): Promise<Checkout> => {
  const rows = await loadCheckoutRows(billing.database, request.sessionId, attemptsPerSession)
  if (rows === undefined) throw new Problem('not_found', 'There is no such client session.')
  const organization = withOurPages(billing, organizationOf(rows.organization))
  const show = () => showCheckout(billing, request, { organization, rows })
  const shown = await request.admit(organization, show, rows.session)
  return shown ?? readCheckout(billing, request)
}
