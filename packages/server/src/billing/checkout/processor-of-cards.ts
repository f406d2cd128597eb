import { Problem } from '@billing-checkout/contract'
import { shareConnection } from '@billing-checkout/database'
import { routedProcessorFor, type RoutingCriteria } from '../../connections/routed-processor.ts'
import type { Organization } from '../../organization/organization.ts'
import type { Processor } from '../../processors/processor.ts'
import { loadCheckoutRows } from '../../store/entities/checkout-rows.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { Billing } from '../billing.ts'
import { type ResolvedSession, resolveSession } from '../quotes/resolve-session.ts'

/**
 * Returns the processor that would charge a new card in a session now; the default processor if no route leads to one. If the processor has
 * its own card fields, they take the card. The sale is looked up only if the organization's routing depends on it, because the checkout,
 * which loads at the same time, does the same look-up.
 */
export const processorOfCards = async (
  billing: Billing,
  organization: Organization,
  sessionId: string,
): Promise<Processor> => {
  const sale = dependsOnSale(organization) ? await findSale(billing, organization, sessionId) : null
  return (
    routedProcessorFor(billing.processors, organization, { kind: 'CARD', sale }) ?? billing.processors.defaultProcessor
  )
}

/** The facts of a sale that routes depend on; null while nothing is quoted. */
export const saleForRouting = ({ quote, country }: ResolvedSession): RoutingCriteria | null =>
  quote === undefined ? null : { currency: quote.draft.dueNow.currency, country }

const dependsOnSale = ({ settings: { routing = [] } }: Organization): boolean =>
  routing.some(({ currencies, countries }) => currencies !== undefined || countries !== undefined)

const findSale = async (
  billing: Billing,
  organization: Organization,
  sessionId: string,
): Promise<RoutingCriteria | null> => {
  const rows = await loadCheckoutRows(billing.database, sessionId, 1)
  if (rows === undefined) return null
  const db = inOrganization(shareConnection(billing.database), organization.id)
  const loadedRows = { ...rows, customer: rows.customer ?? null }
  try {
    return saleForRouting(await resolveSession({ billing, db, organization, now: rows.now, loadedRows }, rows.session))
  } catch (error) {
    // Return null, because the checkout that contains the frame shows what is wrong with the session.
    if (error instanceof Problem) return null
    throw error
  }
}
