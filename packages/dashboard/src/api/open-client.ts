import { type BillingClient, createBillingClient } from '@billing-checkout/client'

/** Longer than a user takes to sign in again: the time-out of one try is in `fetchAsUser`. */
const timeoutSeconds = 12 * 3600

/** The client of the interface, by a `fetch` that sends as the signed-in user in one organization. */
export const openClient = (send: typeof fetch): BillingClient =>
  createBillingClient({
    // Never sent: the cookie says who calls.
    apiKey: 'dashboard',
    baseUrl: location.origin,
    fetch: send,
    timeoutSeconds,
    retriesMax: 2,
    retryDelaySeconds: 0.4,
  })
