import type { BillingClient, Customer, Subscription } from '@billing-checkout/client'
import type { Shopper } from '../visit.ts'

/** The shopper's customer at the billing service, by the shop's own id; null before the first payment. */
export const findOwnCustomer = async (client: BillingClient, { id }: Shopper): Promise<Customer | null> => {
  const { data } = await client.findCustomers({ search: id, limit: 10 })
  return data.find((customer) => customer.external_id === id) ?? null
}

/** The shopper's own subscriptions; none if the shopper has no customer yet. */
export const findOwnSubscriptions = async (
  client: BillingClient,
  shopper: Shopper | null,
): Promise<readonly Subscription[]> =>
  shopper === null ? [] : ((await findOwnCustomer(client, shopper))?.subscriptions ?? [])

/** The subscriptions of all customers, at most 1,000, the earliest next charge first. */
export const findSubscriptionsToCome = async (client: BillingClient): Promise<readonly Subscription[]> =>
  (await client.findSubscriptions({ sort: 'next_billing_date', order: 'asc', limit: 1000 })).data
