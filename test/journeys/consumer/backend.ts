import { type BillingClient, type CreateClientSessionBody, createBillingClient } from '@billing-checkout/client'

// Code that a merchant's backend might contain.

const billing: BillingClient = createBillingClient({ apiKey: 'sk_sandbox_x', baseUrl: 'http://localhost:4242' })

const purchase: CreateClientSessionBody = {
  customer: { external_id: 'user-42', email: 'mina@example.com', country: 'JP' },
  plan: { id: 'price_1' },
}

/** Opens a session for a purchase. */
export const open = async (): Promise<string> => (await billing.createClientSession(purchase)).id

/** Delivers purchases, beginning with the event after `lastSeen`. */
export const deliver = async (lastSeen: string | null): Promise<void> => {
  for await (const event of billing.followEvents({ after: lastSeen, type: 'subscription.created' })) {
    if (event.type === 'subscription.created') event.data.object.customer.external_id satisfies string | null
    if (event.type === 'payment.updated') event.data.object.refunds.map(({ reason }) => reason)
  }
  await billing.findPayments({ payment_status_in: ['SETTLED', 'SETTLING'], limit: 10 })
  await billing.findPayments({ payment_status_in: 'SETTLED' })
  await billing.updateSubscription({ subscription: { id: 'sub_1', status: 'active' } })
}
