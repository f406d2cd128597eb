import type { ClientSessionRow, CustomerRow } from '../../store/rows.ts'
import { taxCountryOfCustomer, taxCountryOfSession } from '../tax/tax-address.ts'

/** The places that are known of a payer: from the session, the customer and the billing address of the payment method. */
export interface Payer {
  /** Null for a charge without a checkout. */
  readonly session: Pick<ClientSessionRow, 'members' | 'taxAddress'> | null
  readonly customer: Pick<CustomerRow, 'address' | 'taxAddress'>
  readonly billingAddress: { readonly country?: string | null | undefined } | null | undefined
}

/**
 * Every country that a payer gave: in the session, at the checkout, in the customer's address and in the billing address. Any of them
 * may set the price or the tax of a sale.
 */
export const countriesOfSale = ({ session, customer, billingAddress }: Payer): readonly string[] =>
  [
    session?.members.customer?.address?.country,
    session === null ? taxCountryOfCustomer(customer) : taxCountryOfSession(session, customer),
    customer.address?.country,
    billingAddress?.country,
  ].filter((country) => country != null)
