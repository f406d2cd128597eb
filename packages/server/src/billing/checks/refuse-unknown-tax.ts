import { type CheckoutPurpose, Problem } from '@billing-checkout/contract'
import type { TaxPlaceField } from '@billing-checkout/domain'
import type { Organization } from '../../organization/organization.ts'
import type { TaxDecision } from '../../store/schema/tax-decision.ts'

/**
 * Throws if the tax of a sale is unknown. If parts of the address are missing, the error is 400 and lists them. If the tax calculator
 * failed, the error is 503 `unavailable`, unless the organization allows sales without tax in that case. The refusal protects the seller,
 * who owes the tax even if it was not charged. It also reveals a wrong registration with the calculator at the first sale. A renewal that
 * is refused is postponed.
 */
export const refuseUnknownTax = (organization: Organization, tax: TaxDecision): void => {
  refuseFailedTaxCalculation(organization, tax)
  if (tax.needs.length > 0) throw new AddressNeeded(tax.needs, 'which PATCH /customers/{id} must set first')
}

/** The refusal of a sale whose tax depends on parts of an address that are missing, do not exist, or contradict each other. */
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

/**
 * Throws like {@link refuseUnknownTax} if the tax calculator failed, but accepts an incomplete address, which the shopper can still
 * complete.
 */
export const refuseFailedTaxCalculation = ({ settings }: Organization, tax: TaxDecision): void => {
  if (tax.kind !== 'failed' || settings.tax_failure !== 'refuse') return
  throw new Problem('unavailable', `Tax is owed, but cannot be calculated: ${tax.error.message}`)
}

/**
 * Throws `address_required` if the tax depends on a part of the address that the shopper left out, for example the state. A new method may
 * be stored without that part, because later charges are taxed at the subscriber's address of that time.
 */
export const refuseIncompleteTaxAddress = ({ needs }: TaxDecision, purpose: CheckoutPurpose): void => {
  if (needs.length === 0 || purpose === 'update_method') return
  throw new AddressNeeded(needs, 'which PATCH /checkout/{session_id} must set first')
}
