import { createBillingClient } from '@billing-checkout/client'

const { BILLING_API_KEY: apiKey = '', BILLING_URL: baseUrl = 'http://localhost:4242' } = process.env

/** The billing service. */
export const billing = createBillingClient({ apiKey, baseUrl })

/** Replace this with the user whom your own sign-in identifies. */
export const user = { external_id: 'user-42', email: 'mina@example.com', country: 'JP' as const }
