import type { ClientSessionRow, CustomerRow } from '../../store/rows.ts'
import { taxCountryOfCustomer, taxCountryOfSession } from '../tax/tax-address.ts'

/** What is known of a payer's whereabouts: what session and customer say, and the billing address of the payment method. */
export interface Payer {
  /** Null for a charge without a checkout. */
  readonly session: Pick<ClientSessionRow, 'members' | 'taxAddress'> | null
  readonly customer: Pick<CustomerRow, 'address' | 'taxAddress'>
  readonly billingAddress: { readonly country?: string | null | undefined } | null | undefined
}

/**
 * Every country that a payer names: in the session, at the checkout, in the customer's address and in the billing address. A sale
 * may be priced or taxed by any of them.
 */
export const countriesOfSale = ({ session, customer, billingAddress }: Payer): readonly string[] =>
  [
    session?.members.customer?.address?.country,
    session === null ? taxCountryOfCustomer(customer) : taxCountryOfSession(session, customer),
    customer.address?.country,
    billingAddress?.country,
  ].filter((country) => country != null)
