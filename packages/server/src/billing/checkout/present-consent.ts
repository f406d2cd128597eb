import type { Checkout } from '@billing-checkout/contract'
import { consentRules, regionCodeOf, regionsToChoose, type TaxPlaceField } from '@billing-checkout/domain'
import type { Organization } from '../../organization/organization.ts'
import type { TaxAddress } from '../../store/schema/customers.ts'
import type { ResolvedSession } from '../quotes/resolve-session.ts'
import { withdrawalRightOf } from '../quotes/notice-of-withdrawal.ts'
import { taxCountryOfSession } from '../tax/tax-address.ts'

/**
 * Returns how the checkout must ask for a shopper's consent, by the rules of their country, and which address fields the tax depends on.
 */
export const presentConsent = (
  { country, customer, purpose, quote, session }: ResolvedSession,
  { settings }: Organization,
): Checkout['consent'] => {
  const fields = addressFields(session.taxAddress, quote?.tax.asks ?? [])
  const taxCountry = fields.includes('state') ? taxCountryOfSession(session, customer) : null
  const rules = consentRules(country, purpose)
  const withdrawal = withdrawalRightOf({ country, purpose }, settings)
  return {
    country,
    checkbox_required: rules.checkboxRequired || (withdrawal !== null && withdrawal.supply !== 'none'),
    obligation_button: rules.obligationButton,
    withdrawal,
    address_fields: fields,
    address_regions: taxCountry === null ? [] : regionsToChoose(taxCountry).map(({ code, name }) => ({ code, name })),
    version: rules.version,
  }
}

/** The tax address that the shopper entered. If the state was entered by its name, this replaces the name with the state's code. */
export const presentTaxAddress = ({ session, customer }: ResolvedSession): TaxAddress | null => {
  const { taxAddress: entered } = session
  if (entered?.state == null) return entered
  const country = taxCountryOfSession(session, customer)
  return { ...entered, state: (country && regionCodeOf(country, entered.state)) ?? entered.state }
}

/**
 * The address fields that the tax calculation still lacks, and those that the shopper entered and may correct, in the order of an address.
 */
const addressFields = (
  entered: TaxAddress | null,
  asks: readonly TaxPlaceField[],
): Checkout['consent']['address_fields'] =>
  (['country', 'state', 'postal_code'] as const).filter((field) => asks.includes(field) || entered?.[field] != null)
