import type { GivenAccount } from '@billing-checkout/server/processor'
import type { Stripe } from 'stripe'
import { fetchWithinLimits } from '../limits/fetch-within-limits.ts'
import { documentedLimits, openLimiter } from '../limits/limiter.ts'
import { queuedTimeoutMillis, requestTimeoutMillis, stripeClient } from '../stripe-account.ts'
import { hostEnvironment } from '../host-environment.ts'
import { clientConfigOf } from './client-config.ts'

/** A client for examining an account. It keeps to the account's rate limits, and retries a request that met a limit. */
export const examinationClientOf = ({ credentials, settings: { api_url: url }, livemode }: GivenAccount): Stripe => {
  const limiter = openLimiter(hostEnvironment, documentedLimits[livemode ? 'live' : 'test'])
  const send = fetchWithinLimits(hostEnvironment, limiter, requestTimeoutMillis)
  return stripeClient(
    credentials['secret_key'] ?? '',
    url === undefined ? {} : clientConfigOf(url),
    send,
    queuedTimeoutMillis,
  )
}
