import { type BillingClient, createBillingClient } from '@billing-checkout/client'
import { fetchAsUser, type SessionQuestions } from './fetch-as-user.ts'

/** Longer than a user takes to sign in again: the time-out of one try is in `fetchAsUser`. */
const timeoutSeconds = 12 * 3600

/** The client of the interface for the signed-in user, in one organization. */
export const openClient = (organizationId: string, questions: SessionQuestions): BillingClient =>
  createBillingClient({
    // Never sent: the cookie says who calls.
    apiKey: 'dashboard',
    baseUrl: location.origin,
    fetch: fetchAsUser(organizationId, questions),
    timeoutSeconds,
    retriesMax: 2,
    retryDelaySeconds: 0.4,
  })
