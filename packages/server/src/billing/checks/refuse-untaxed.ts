import { type CheckoutPurpose, Problem } from '@billing-checkout/contract'
import type { Organization } from '../../organization/organization.ts'
import type { TaxPlaceField } from '@billing-checkout/domain'
import type { TaxDecision } from '../../store/schema/tax-decision.ts'

/**
 * Throws where tax is owed and the amount is not known: 400 naming what the address lacks, or 503 `unavailable` when the
 * calculator has no answer and the organization's settings do not allow selling without tax then.
 */
export const refuseUntaxed = (organization: Organization, tax: TaxDecision): void => {
  refuseUnlessTaxable(organization, tax)
  if (tax.needs.length > 0) throw new AddressNeeded(tax.needs, 'which PATCH /customers/{id} has to say first')
}

/** Tax depends on parts of an address that are not known, name no place or contradict each other. */
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
  throw new AddressNeeded(needs, 'which PATCH /checkout/{session_id} has to say first')
}
