import type { Surroundings } from '../surroundings.ts'
import { type Caller, currentCaller } from './caller.ts'
import type { Limiter, MetLimit } from './limiter.ts'

/** Milliseconds for which a request that met a limit is repeated if nothing says how long its caller waits. */
const patienceMillis = 10_000
/** Milliseconds of the first pause after a limit, on average half of it; each is twice as long as the one before. */
const firstPause = 500
const longestPause = 8000

/**
 * Sends requests within the limits of the account. Stripe has run nothing of a request that it answers with 429, so the same request is
 * sent again, under the same idempotency key, after a pause with jitter, as long as its caller can wait. Then the 429 is the answer. Each
 * time a request is sent it is given up after `timeoutMillis`.
 */
export const fetchWithinLimits =
  ({ fetch: send, wait, now, random }: Surroundings, limiter: Limiter, timeoutMillis: number): Surroundings['fetch'] =>
  async (url, init) => {
    const { isUrgent, until, isHeld }: Caller = currentCaller() ?? {
      isUrgent: true,
      until: now().getTime() + patienceMillis,
    }
    const endpoint = endpointOf(init?.method ?? 'GET', new URL(String(url)).pathname)
    for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
      const leave = await limiter.enter(endpoint, isUrgent)
      if (isHeld?.() === true) {
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

/** The endpoint of a request, for which Stripe has a limit of its own: ids do not count. */
export const endpointOf = (method: string, path: string): string =>
  `${method} ${path.replaceAll(/\/(?:[a-z]+_)+(?=\w*\d)\w+/g, '/:id')}`

/** What Stripe says in a header about the limit that a request has met; an endpoint's own, if it says nothing. */
const metLimit = (reason: string | null): MetLimit => {
  if (reason?.endsWith('concurrency')) return 'inFlight'
  return reason?.startsWith('global') ? 'all' : 'endpoint'
}
