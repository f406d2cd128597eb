import { createBillingClient } from '@billing-checkout/client'

const { BILLING_API_KEY: apiKey = '', BILLING_URL: baseUrl = 'http://localhost:4242' } = process.env

/** The billing service. */
export const billing = createBillingClient({ apiKey, baseUrl })

/** Your own sign-in says who this is. */
export const user = { external_id: 'user-42', email: 'mina@example.com', country: 'JP' as const }
