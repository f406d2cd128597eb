import type { HostEnvironment } from '../host-environment.ts'

/**
 * Requests per second that Stripe takes from one account: in all, and for one endpoint such as `GET /v1/refunds/:id`. Stripe does not
 * document how many may be in flight, so `inFlight` is our guess. https://docs.stripe.com/rate-limits, read in November 2026.
 */
export const documentedLimits = {
  live: { all: 100, endpoint: 25, inFlight: 60 },
  test: { all: 25, endpoint: 25, inFlight: 20 },
} as const

/** The limit that a request met, by Stripe's answer. */
export type RateLimitKind = 'all' | 'endpoint' | 'inFlight'

/**
 * Keeps the requests of one connection within its account's limits, which all live servers (`live_servers`) share. For
 * the circuit breaker, a 429 counts as an answer.
 */
export interface Limiter {
  /** Waits until a request may be sent, urgent ones first. Call the returned function once the request is answered. */
  enter(endpoint: string, isUrgent: boolean): Promise<() => void>
  /**
   * Call this if Stripe refused a request because of a limit. The limiter then sends fewer requests, and slowly returns to the full limit.
   */
  noteRefused(endpoint: string, met: RateLimitKind): void
}

/**
 * Milliseconds over which requests are counted. Stripe counts one second; we count a little longer, because requests
 * may arrive closer together than they were sent.
 */
const windowMillis = 1050
/** The share of a limit that background work may use. The remaining 12 % are always free for shoppers and merchants. */
const backgroundPart = 0.88
/** The time in milliseconds after which a lowered limit rises by one request, counted from its last change. */
const recoverMillis = 2000
/**
 * Milliseconds after a limit was lowered in which further refusals do not lower it again, because they may concern requests that were sent
 * before.
 */
const settleMillis = 1000

/** The present value of a limit: it falls if Stripe refuses requests, and rises again up to `max`. */
interface CurrentLimit {
  readonly max: number
  value: number
  changedAt: number
}

/** A limiter that uses this server's share of the limits: `serverCount` returns the present number of servers. */
export const openLimiter = (
  { now, wait, random }: Pick<HostEnvironment, 'now' | 'wait' | 'random'>,
  limits: Readonly<Record<RateLimitKind, number>>,
  serverCount: () => number = () => 1,
): Limiter => {
  const currentLimits = new Map<string, CurrentLimit>()
  const sent = new Map<string, number[]>()
  let inFlight = 0

  const limitOf = (name: string, max: number): CurrentLimit => {
    const time = now().getTime()
    const limit = currentLimits.get(name) ?? { max, value: max, changedAt: time }
    currentLimits.set(name, limit)
    limit.changedAt = Math.min(limit.changedAt, time)
    const steps = Math.floor((time - limit.changedAt) / recoverMillis)
    if (steps > 0) Object.assign(limit, { value: Math.min(limit.max, limit.value + steps), changedAt: time })
    return limit
  }
  /** Milliseconds until a request may be sent; 0 if it may be sent now. */
  const millisUntil = (name: string, max: number, isUrgent: boolean): number => {
    const part = isUrgent ? 1 : backgroundPart
    const places = Math.max(1, Math.floor((limitOf(name, max).value * part) / Math.max(1, serverCount())))
    const time = now().getTime()
    // Drop times in the future, which are there if the clock was set back.
    const times = (sent.get(name) ?? []).filter((at) => at > time - windowMillis && at <= time)
    sent.set(name, times)
    const first = times.at(-places)
    const full = first === undefined ? 0 : first + windowMillis - time
    // Background work is sent at even intervals, so that a burst that arrives late does not overlap with the next burst.
    const last = isUrgent ? undefined : times.at(-1)
    return Math.max(full, last === undefined ? 0 : last + windowMillis / places - time)
  }
  const mayBeInFlight = (isUrgent: boolean): boolean => {
    const limit = limitOf('inFlight', limits.inFlight).value / Math.max(1, serverCount())
    return inFlight < Math.max(1, Math.floor(limit * (isUrgent ? 1 : backgroundPart)))
  }

  return {
    async enter(endpoint, isUrgent) {
      for (;;) {
        const millis = Math.max(
          millisUntil('all', limits.all, isUrgent),
          millisUntil(endpoint, limits.endpoint, isUrgent),
          mayBeInFlight(isUrgent) ? 0 : 20,
        )
        if (millis <= 0) break
        // A shopper's request tries again as soon as the limit may allow it, background work a little later.
        await wait(Math.ceil(millis + (isUrgent ? 0 : random() * 5)))
      }
      const time = now().getTime()
      for (const name of ['all', endpoint]) sent.get(name)?.push(time)
      inFlight += 1
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        inFlight -= 1
      }
    },
    noteRefused(endpoint, met) {
      const limit = met === 'endpoint' ? limitOf(endpoint, limits.endpoint) : limitOf(met, limits[met])
      const time = now().getTime()
      if (limit.value < limit.max && time - limit.changedAt < settleMillis) return
      Object.assign(limit, { value: Math.max(1, Math.floor(limit.value * 0.85)), changedAt: time })
    },
  }
}
