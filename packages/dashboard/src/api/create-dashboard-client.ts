import { type BillingClient, createBillingClient } from '@billing-checkout/client'

/** The client's time-out, longer than a user takes to sign in again. `fetchAsUser` has a shorter time-out for each attempt. */
const timeoutSeconds = 12 * 3600

/** Opens the client of the interface. Its `send` is a `fetch` that sends requests as the signed-in user in one organization. */
export const createDashboardClient = (send: typeof fetch): BillingClient =>
  createBillingClient({
    // The server never receives this key, because the cookie authenticates the user.
    apiKey: 'dashboard',
    baseUrl: location.origin,
    fetch: send,
    timeoutSeconds,
    retriesMax: 2,
    retryDelaySeconds: 0.4,
  })
