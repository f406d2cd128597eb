import { type CheckoutPurpose, Problem } from '@billing-checkout/contract'
import type { Organization } from '../../organization/organization.ts'
import type { TaxPlaceField } from '@billing-checkout/domain'
import type { TaxDecision } from '../../store/schema/tax-decision.ts'

/**
 * Refuses a sale whose tax is unknown: with 400 and the missing parts of the address; or with 503 `unavailable` if the calculator failed
 * and the organization does not allow sales without tax in that case. The seller owes the tax even if it was not added. A wrong
 * registration with the calculator therefore shows at the first checkout. Renewals wait instead.
 */
export const refuseUntaxed = (organization: Organization, tax: TaxDecision): void => {
  refuseUnlessTaxable(organization, tax)
  if (tax.needs.length > 0) throw new AddressNeeded(tax.needs, 'which PATCH /customers/{id} must set first')
}

/** Tax depends on parts of an address that are missing, do not exist, or contradict each other. */
export class AddressNeeded extends Problem {
  constructor(fields: readonly TaxPlaceField[], remedy: string) {
    const details = fields.map((field) => ({
      path: `address.${field}`,
      code: 'required',
      message: `Tax depends on the ${nounOf[field]}, ${remedy}.`,
    }))
    const message =
      fields.length > 1 && !fields.includes('country')
        ? `Tax depends on ${fields.join(' and ')}, which are not known or contradict each other.`
        : `Tax depends on ${fields.join(' and ')}, which is not known.`
    super('address_required', message, { details })
  }
}

const nounOf = { country: 'country', state: 'state', postal_code: 'postal code' } as const satisfies Record<
  TaxPlaceField,
  string
>

/** Throws like {@link refuseUntaxed}, but allows an incomplete address, which the shopper can still complete. */
export const refuseUnlessTaxable = ({ settings }: Organization, tax: TaxDecision): void => {
  if (tax.kind !== 'failed' || settings.tax_failure !== 'refuse') return
  throw new Problem('unavailable', `Tax is owed, but cannot be calculated: ${tax.error.message}`)
}

/**
 * Throws `address_required` while a part of the address that decides the tax is unknown, because a shopper who leaves out the state still
 * lives in one. A new method may be stored without it: later charges are taxed at the subscriber's address of that time.
 */
export const refuseUnplaced = ({ needs }: TaxDecision, purpose: CheckoutPurpose): void => {
  if (needs.length === 0 || purpose === 'update_method') return
  throw new AddressNeeded(needs, 'which PATCH /checkout/{session_id} must set first')
}
