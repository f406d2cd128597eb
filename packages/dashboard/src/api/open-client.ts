import { type BillingClient, createBillingClient } from '@billing-checkout/client'

/** Longer than a user takes to sign in again; `fetchAsUser` limits each single try. */
const timeoutSeconds = 12 * 3600

/** Opens the client of the interface with a `fetch` that sends as the signed-in user in one organization. */
export const openClient = (send: typeof fetch): BillingClient =>
  createBillingClient({
    // Never sent: the cookie authenticates the user.
    apiKey: 'dashboard',
    baseUrl: location.origin,
    fetch: send,
    timeoutSeconds,
    retriesMax: 2,
    retryDelaySeconds: 0.4,
  })
