import type { BillingClient, Customer, Subscription } from '@billing-checkout/client'
import type { Shopper } from '../visit.ts'

/** The shopper's customer, found by the name that the shop gave them; null before their first payment. */
export const findOwnCustomer = async (client: BillingClient, { id }: Shopper): Promise<Customer | null> => {
  const { data } = await client.findCustomers({ search: id, limit: 10 })
  return data.find((customer) => customer.external_id === id) ?? null
}

/** The shopper's own subscriptions; none for a stranger. */
export const findOwnSubscriptions = async (
  client: BillingClient,
  shopper: Shopper | null,
): Promise<readonly Subscription[]> =>
  shopper === null ? [] : ((await findOwnCustomer(client, shopper))?.subscriptions ?? [])

/** Everybody's subscriptions, those that are charged next first. */
export const findSubscriptionsToCome = async (client: BillingClient): Promise<readonly Subscription[]> =>
  (await client.findSubscriptions({ sort: 'next_billing_date', order: 'asc', limit: 1000 })).data
