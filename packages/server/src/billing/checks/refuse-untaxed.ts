import { type CheckoutPurpose, Problem } from '@billing-checkout/contract'
import type { Organization } from '../../organization/organization.ts'
import type { TaxDecision } from '../../store/schema/tax-decision.ts'

/**
 * Throws where tax is owed and the amount is not known: 400 naming what the address lacks, or 503 `unavailable` when the
 * calculator has no answer and the organization's settings do not allow selling without tax then.
 */
export const refuseUntaxed = (organization: Organization, tax: TaxDecision): void => {
  refuseUnlessTaxable(organization, tax)
  if (tax.kind !== 'incomplete') return
  const details = tax.asks.map((field) => ({
    path: `address.${field}`,
    code: 'required',
    message: `Tax depends on the shopper's ${field}, which is not known.`,
  }))
  throw new Problem('invalid_parameter', `Tax depends on ${tax.asks.join(' and ')}, which is not known.`, { details })
}

/** Throws like `refuseUntaxed`, except where a shopper can still be asked for what the address lacks. */
export const refuseUnlessTaxable = ({ settings }: Organization, tax: TaxDecision): void => {
  if (tax.kind !== 'failed' || settings.tax_failure !== 'refuse') return
  throw new Problem('unavailable', `Tax is owed, but cannot be calculated: ${tax.error.message}`)
}

/**
 * Throws `address_required` while a place is not known that decides whether tax is collected, or how much: a shopper who leaves
 * out the state lives in one all the same. Replacing a method is allowed, because it is charged later, where the subscriber is
 * known to be.
 */
export const refuseUnplaced = ({ needs }: TaxDecision, purpose: CheckoutPurpose): void => {
  if (needs.length === 0 || purpose === 'update_method') return
  const details = needs.map((field) => ({
    path: `address.${field}`,
    code: 'required',
    message: `Tax depends on the shopper's ${field}, which PATCH /checkout/{session_id} has to say first.`,
  }))
  throw new Problem('address_required', `Tax depends on ${needs.join(' and ')}, which is not known.`, { details })
}
