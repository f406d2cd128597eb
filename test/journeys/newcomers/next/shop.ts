import { type BillingEvent, createBillingClient } from '@billing-checkout/client'
import { appendFile } from 'node:fs/promises'

const customer = { external_id: 'user-42', email: 'mina@example.com', country: 'JP' as const }

const { BILLING_API_KEY: apiKey = '', READER: reader = '', LIBRARY: library = '' } = process.env

/** The client of the billing server. */
export const billing = createBillingClient({ apiKey, baseUrl: 'http://localhost:4242' })

/** Opens a session for a plan that the customer buys or changes to. */
export const openSession = async (plan: string | undefined): Promise<string> => {
  const id = await findSubscriptionId()
  const session = await billing.createClientSession({
    customer,
    plan: { id: plan === 'library' ? library : reader },
    ...(id !== undefined && { subscription: { id } }),
  })
  return session.id
}

/** The id of the customer's subscription. */
export const findSubscriptionId = async (): Promise<string | undefined> => {
  const { data } = await billing.findSubscriptions({ external_id: customer.external_id })
  return data[0]?.id
}

/** Records which plan the customer has from now on. */
export const deliver = async (by: 'event' | 'webhook', event: BillingEvent): Promise<void> => {
  if (event.type !== 'subscription.created' && event.type !== 'subscription.updated') return
  const { plan, status } = event.data.object
  await appendFile('deliveries.jsonl', `${JSON.stringify({ by, plan: plan.name, status })}\n`)
}
