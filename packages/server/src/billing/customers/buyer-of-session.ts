import type { SessionMembers } from '@billing-checkout/contract'
import { loadCustomer, loadCustomerByExternalId } from '../../store/entities/customers.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { ClientSessionRow, CustomerRow, SubscriptionRow } from '../../store/rows.ts'

type Buyers = Pick<ClientSessionRow, 'members' | 'customerId'>

/** Whether the merchant identified the buyer. An e-mail address does not count, because anyone can type one. */
export const isBuyerNamed = ({ customer, subscription }: SessionMembers): boolean =>
  Boolean(customer?.id ?? customer?.external_id ?? subscription?.id)

/** The id of a session's customer: the named customer, the owner of the named subscription, or the customer created for the session. */
export const buyerIdOf = (
  { members, customerId }: Buyers,
  subscription: Pick<SubscriptionRow, 'customerId'> | undefined,
): string | null => members.customer?.id ?? subscription?.customerId ?? customerId

/** A session's customer, looked up by external_id or id; `undefined` if there is none yet. */
export const loadBuyer = async (
  db: OrganizationDatabase,
  session: Buyers,
  subscription: Pick<SubscriptionRow, 'customerId'> | undefined,
): Promise<CustomerRow | undefined> => {
  const externalId = session.members.customer?.external_id
  if (externalId) return loadCustomerByExternalId(db, externalId)
  const id = buyerIdOf(session, subscription)
  return id === null ? undefined : loadCustomer(db, id)
}
