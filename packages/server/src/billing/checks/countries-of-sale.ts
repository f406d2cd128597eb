import type { ClientSessionRow, CustomerRow } from '../../store/rows.ts'
import { taxCountryOfCustomer, taxCountryOfSession } from '../tax/tax-address.ts'

/** The sources of a payer's addresses: the session, the customer and the payment method's billing address. */
export interface Payer {
  /** Null for a charge without a checkout. */
  readonly session: Pick<ClientSessionRow, 'members' | 'taxAddress'> | null
  readonly customer: Pick<CustomerRow, 'address' | 'taxAddress'>
  readonly billingAddress: { readonly country?: string | null | undefined } | null | undefined
}

/**
 * Returns every country that a payer stated: in the session, at the checkout, in the customer's address and in the billing address. Any of
 * them may determine the price or the tax of a sale.
 */
export const countriesOfSale = ({ session, customer, billingAddress }: Payer): readonly string[] =>
  [
    session?.members.customer?.address?.country,
    session === null ? taxCountryOfCustomer(customer) : taxCountryOfSession(session, customer),
    customer.address?.country,
    billingAddress?.country,
  ].filter((country) => country != null)
