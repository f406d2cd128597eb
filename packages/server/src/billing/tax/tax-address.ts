import type { SessionMembers } from '@billing-checkout/contract'
import { type TaxPlace, taxPlaceOf } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { ClientSessionRow, CustomerRow } from '../../store/rows.ts'
import type { TaxAddress } from '../../store/schema/customers.ts'
import type { Write } from '../../store/write.ts'

/**
 * Where a session's sale is taxed: what the shopper says at the checkout, filled up from the session's address and the
 * customer's. An address in another country than the shopper says adds nothing.
 */
export const taxPlaceOfSession = (
  { members, taxAddress }: Pick<ClientSessionRow, 'members' | 'taxAddress'>,
  customer: Addressed | undefined,
): TaxPlace => {
  const named = members.customer?.address
  const placeOfCustomer = fillUp(customer?.taxAddress, customer?.address)
  return taxPlaceOf(
    fillUp(taxAddress ?? (named?.country ? null : customer?.taxAddress), fillUp(named, placeOfCustomer)),
  )
}

/** Where a customer is taxed without a session: what they last said at a checkout, filled up from their address. */
export const taxPlaceOfCustomer = ({ taxAddress, address }: Addressed): TaxPlace =>
  taxPlaceOf(fillUp(taxAddress, address))

type Addressed = Pick<CustomerRow, 'address' | 'taxAddress'>

/** The members of a place that addresses have, too. */
type AddressPart = { readonly [Member in keyof TaxAddress]?: TaxAddress[Member] | undefined }

/** The first address, completed by the second unless that is in another country. */
const fillUp = (first: AddressPart | null | undefined, second: AddressPart | null | undefined): AddressPart => {
  if (!first) return second ?? {}
  if (first.country && second?.country && first.country !== second.country) return first
  return {
    country: first.country ?? second?.country ?? null,
    state: first.state ?? second?.state ?? null,
    postal_code: first.postal_code ?? second?.postal_code ?? null,
  }
}

/**
 * Stores where a paid session was taxed with its customer, for renewals. It is stored apart from the address: what a shopper says
 * may change tax, but never which country's price applies (DECISIONS 30). If the merchant sets another country later, that
 * counts; setting the same country clears nothing of what the shopper said.
 */
export const keepTaxAddress = async (
  { db }: Write,
  customerId: string,
  { members, taxAddress }: { readonly members: SessionMembers; readonly taxAddress: TaxAddress | null },
): Promise<void> => {
  const named = members.customer?.address?.country
  if (taxAddress === null && !named) return
  await db
    .updateTable('customers')
    // A state that the shopper said is one of the country that was known then.
    .set({
      taxAddress:
        taxAddress &&
        sql<string>`${JSON.stringify(taxAddress)}::jsonb || jsonb_build_object(
          'country', coalesce(${taxAddress.country}::text, address ->> 'country')
        )`,
    })
    .where('id', '=', customerId)
    .$if(taxAddress === null, (said) =>
      said.where(
        sql<string>`coalesce(tax_address ->> 'country', address ->> 'country')`,
        'is distinct from',
        named ?? null,
      ),
    )
    .execute()
}
