import type { SessionMembers } from '@billing-checkout/contract'
import { loadCustomer, loadCustomerByExternalId } from '../../store/entities/customers.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { ClientSessionRow, CustomerRow, SubscriptionRow } from '../../store/rows.ts'

type Buyers = Pick<ClientSessionRow, 'members' | 'customerId'>

/** Whether the merchant has said who buys. Anybody can type an e-mail address, so an address alone names nobody. */
export const isBuyerNamed = ({ customer, subscription }: SessionMembers): boolean =>
  Boolean(customer?.id ?? customer?.external_id ?? subscription?.id)

/** The id of the customer a session is for: whom it names, whose subscription it names, or who was created for it earlier. */
export const buyerIdOf = (
  { members, customerId }: Buyers,
  subscription: Pick<SubscriptionRow, 'customerId'> | undefined,
): string | null => members.customer?.id ?? subscription?.customerId ?? customerId

/** The customer a session is for, by the merchant's own id or by ours; `undefined` for one who is not known yet. */
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
