import type { HostEnvironment } from '../host-environment.ts'
import { type Caller, currentCaller } from './caller.ts'
import type { Limiter, RateLimitKind } from './limiter.ts'

/** Milliseconds for which a request that met a limit is retried, if its caller sets no time. */
const retryMillisUsual = 10_000
/** The first pause after a limit, in milliseconds. Each later pause is twice as long, and jitter shortens every pause by up to half. */
const firstPause = 500
const longestPause = 8000

/**
 * Sends requests within the account's rate limits. A request that Stripe answers with 429 has not run. We send it again after pauses with
 * jitter, under the same idempotency key, until its caller can wait no longer. Then we return the 429. Each try times out after
 * `timeoutMillis`.
 */
export const fetchWithinLimits =
  (
    { fetch: send, wait, now, random }: HostEnvironment,
    limiter: Limiter,
    timeoutMillis: number,
  ): HostEnvironment['fetch'] =>
  async (url, init) => {
    const { isUrgent, until, isStopped }: Caller = currentCaller() ?? {
      isUrgent: true,
      until: now().getTime() + retryMillisUsual,
    }
    const endpoint = endpointOf(init?.method ?? 'GET', new URL(String(url)).pathname)
    for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
      const leave = await limiter.enter(endpoint, isUrgent)
      if (isStopped?.() === true) {
        leave()
        throw new Error('The connection is paused or disabled, so nothing more is sent over it.')
      }
      const answer = await send(url, { ...init, signal: AbortSignal.timeout(timeoutMillis) }).finally(leave)
      if (answer.status !== 429) return answer
      limiter.noteRefused(endpoint, metLimit(answer.headers.get('stripe-rate-limited-reason')))
      const millis = Math.ceil(pause * (0.5 + random() / 2))
      if (now().getTime() + millis > until) return answer
      await answer.arrayBuffer()
      await wait(millis)
    }
  }

/** The endpoint of a request, without ids. Stripe has a separate limit for each endpoint. */
export const endpointOf = (method: string, path: string): string =>
  `${method} ${path.replaceAll(/\/(?:[a-z]+_)+(?=\w*\d)\w+/g, '/:id')}`

/** The limit that a request met, by Stripe's header; if the header is missing, the limit of the endpoint. */
const metLimit = (reason: string | null): RateLimitKind => {
  if (reason?.endsWith('concurrency')) return 'inFlight'
  return reason?.startsWith('global') ? 'all' : 'endpoint'
}
