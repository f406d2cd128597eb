import { compactPostalCode, placeOfRegion, type TaxPlace, taxPlaceOf } from '@billing-checkout/domain'
import type { ClientSessionRow, CustomerRow } from '../../store/rows.ts'
import type { TaxAddress } from '../../store/schema/customers.ts'
import type { Write } from '../../store/writes/write.ts'

/**
 * Where a session's sale is taxed: the place that the shopper entered at the checkout, completed from the session's address and from the
 * customer's tax address and address. An address in a country other than the one entered adds nothing. A tax address is stored separately
 * from the address and never shown.
 */
export const taxPlaceOfSession = (
  session: Pick<ClientSessionRow, 'members' | 'taxAddress'>,
  customer: Addressed | undefined,
): TaxPlace => taxPlaceOf(addressOfSession(session, customer))

const addressOfSession = (
  { members, taxAddress }: Pick<ClientSessionRow, 'members' | 'taxAddress'>,
  customer: Addressed | undefined,
): AddressPart => {
  const named = members.customer?.address
  const placeOfCustomer = fillUp(customer?.taxAddress, customer?.address)
  return fillUp(taxAddress ?? (named?.country ? null : customer?.taxAddress), fillUp(named, placeOfCustomer))
}

/** The stated country in which a session's sale is taxed, even if the postal code is in a territory with its own tax. */
export const taxCountryOfSession = (
  session: Pick<ClientSessionRow, 'members' | 'taxAddress'>,
  customer: Addressed | undefined,
): string | null => addressOfSession(session, customer).country ?? null

/** The stated country in which a customer is taxed without a session. */
export const taxCountryOfCustomer = ({ taxAddress, address }: Addressed): string | null =>
  fillUp(taxAddress, address).country ?? null

/** Where a customer is taxed without a session: the place that they last entered at a checkout, completed from their address. */
export const taxPlaceOfCustomer = ({ taxAddress, address }: Addressed): TaxPlace =>
  taxPlaceOf(fillUp(taxAddress, address))

type Addressed = Pick<CustomerRow, 'address' | 'taxAddress'>

/** The members of a tax place that an address also has. */
type AddressPart = { readonly [Member in keyof TaxAddress]?: TaxAddress[Member] | undefined }

/**
 * The first address, completed by the second unless the second is in another country. If the second has another state or postal code, only
 * its country is used.
 */
const fillUp = (first: AddressPart | null | undefined, second: AddressPart | null | undefined): AddressPart => {
  if (!first) return second ?? {}
  if (first.country && second?.country && first.country !== second.country) return first
  const country = first.country ?? second?.country ?? null
  const isElsewhere =
    differs(stateIn(country, first), stateIn(country, second)) || differs(codeOf(first), codeOf(second))
  return {
    country,
    state: first.state ?? (isElsewhere ? null : second?.state) ?? null,
    postal_code: first.postal_code ?? (isElsewhere ? null : second?.postal_code) ?? null,
  }
}

const differs = (one: string | null, other: string | null): boolean => one !== null && other !== null && one !== other

const stateIn = (country: string | null, address: AddressPart | null | undefined): string | null =>
  country !== null && address?.state ? placeOfRegion(country, address.state).state : null

const codeOf = (address: AddressPart | null | undefined): string | null =>
  address?.postal_code ? compactPostalCode(address.postal_code) : null

/**
 * Stores with the customer the place that a shopper entered for tax in a completed session, for renewals. This place is stored separately
 * from the address, because a shopper's answer may change the tax, but never which country's price applies. If a later session names
 * another country and its shopper enters no place, the stored place is deleted; if it names the same country, the place stays.
 */
export const storeTaxAddress = (
  work: Write,
  customer: CustomerRow,
  { members, taxAddress: entered }: Pick<ClientSessionRow, 'members' | 'taxAddress'>,
): CustomerRow => {
  const named = members.customer?.address?.country
  const { id, address, taxAddress: stored } = customer
  const country = stored?.country ?? address?.country
  if (entered === null && (!named || named === country)) return customer
  // A state that the shopper entered without a country belongs to the country known at that time.
  const taxAddress = entered && { ...entered, country: entered.country ?? address?.country ?? null }
  work.update('customers', { id }, { taxAddress: taxAddress && JSON.stringify(taxAddress) })
  endWaitForAddress(work, id)
  return { ...customer, taxAddress }
}

/** The beginning of `deferred_reason` for a renewal that waits for an address. */
export const addressRequiredReason = 'address_required'

/**
 * Makes the renewals due that waited for a customer's address, because the address has changed. This includes renewals of subscriptions
 * that became past due while they waited.
 */
export const endWaitForAddress = ({ db, send, now }: Write, customerId: string): void => {
  send(
    db
      .updateTable('subscriptions')
      .set({ deferredUntil: null, tries: 0, deferredReason: null })
      .where('customerId', '=', customerId)
      .where('deferredReason', 'like', `${addressRequiredReason}%`),
  )
  send(
    db
      .updateTable('subscriptions')
      .set({ nextBillingDate: now })
      .where('customerId', '=', customerId)
      .where('status', '=', 'past_due')
      .where('attemptCount', '=', 0)
      .where('nextBillingDate', 'is', null)
      .where('paymentMethodId', 'is not', null),
  )
}
