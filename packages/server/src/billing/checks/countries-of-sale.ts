import type { ClientSessionRow, CustomerRow } from '../../store/rows.ts'
import { taxPlaceOfCustomer, taxPlaceOfSession } from '../tax/tax-address.ts'

/** Who pays, from where: what a session and a customer say, and the billing address of what is paid with. */
export interface Payer {
  /** Null where nobody is at a checkout. */
  readonly session: Pick<ClientSessionRow, 'members' | 'taxAddress'> | null
  readonly customer: Pick<CustomerRow, 'address' | 'taxAddress'>
  readonly billingAddress: { readonly country?: string | null | undefined } | null | undefined
}

/**
 * Every country that a payer names: those that a sale is priced and taxed by, which a session and its shopper may have told,
 * the customer's own, and the billing address's.
 */
export const countriesOfSale = ({ session, customer, billingAddress }: Payer): readonly string[] =>
  [
    session?.members.customer?.address,
    session === null ? taxPlaceOfCustomer(customer) : taxPlaceOfSession(session, customer),
    customer.address,
    billingAddress,
  ]
    .map((address) => address?.country)
    .filter((country) => country != null)
