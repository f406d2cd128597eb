import type { Surroundings } from '../surroundings.ts'

/**
 * Requests a second that Stripe takes from one account: of all kinds together, and of one endpoint, as `GET /v1/refunds/:id`. How many may
 * be in flight is not documented, so those numbers are ours. https://docs.stripe.com/rate-limits, read in November 2026.
 */
export const documentedLimits = {
  live: { all: 100, endpoint: 25, inFlight: 60 },
  test: { all: 25, endpoint: 25, inFlight: 20 },
} as const

/** Which limit a request has met, as far as Stripe says. */
export type MetLimit = 'all' | 'endpoint' | 'inFlight'

/**
 * Keeps the requests of one connection within the limits of its account. Live servers (`live_servers`) share the limits. A 429 is an
 * answer to the circuit breaker.
 */
export interface Limiter {
  /** Resolves when a request may be sent; the function that comes says that it has been answered. Urgent ones go first. */
  enter(endpoint: string, isUrgent: boolean): Promise<() => void>
  /** Stripe has refused a request because there were too many: less is sent from now on, and slowly more again. */
  noteRefused(endpoint: string, met: MetLimit): void
}

/** A little more than the second that Stripe counts, because requests do not arrive at even distances. */
const windowMillis = 1050
/** The part of a limit that background work may use: the rest is there at once for a shopper. */
const backgroundPart = 0.88
/** After so long without a refusal one more request is sent than before. */
const recoverMillis = 2000
/** What was sent before a limit was lowered may still be refused: that lowers it no further. */
const settleMillis = 1000

/** A limit as it is known now: it is lowered when Stripe refuses, and rises again to what is documented. */
interface Learnt {
  readonly max: number
  now: number
  changedAt: number
}

/** A limiter that takes its part of the limits: `share` says how many servers there are at the moment. */
export const openLimiter = (
  { now, wait, random }: Pick<Surroundings, 'now' | 'wait' | 'random'>,
  limits: Readonly<Record<MetLimit, number>>,
  share: () => number = () => 1,
): Limiter => {
  const learnt = new Map<string, Learnt>()
  const sent = new Map<string, number[]>()
  let inFlight = 0

  const limitOf = (name: string, max: number): Learnt => {
    const time = now().getTime()
    const limit = learnt.get(name) ?? { max, now: max, changedAt: time }
    learnt.set(name, limit)
    limit.changedAt = Math.min(limit.changedAt, time)
    const steps = Math.floor((time - limit.changedAt) / recoverMillis)
    if (steps > 0) Object.assign(limit, { now: Math.min(limit.max, limit.now + steps), changedAt: time })
    return limit
  }
  /** Milliseconds until a request of this kind may be sent; 0: now. */
  const millisUntil = (name: string, max: number, isUrgent: boolean): number => {
    const part = isUrgent ? 1 : backgroundPart
    const places = Math.max(1, Math.floor((limitOf(name, max).now * part) / Math.max(1, share())))
    const time = now().getTime()
    // Times in the future are forgotten: the clock was set back since.
    const times = (sent.get(name) ?? []).filter((at) => at > time - windowMillis && at <= time)
    sent.set(name, times)
    const first = times.at(-places)
    const full = first === undefined ? 0 : first + windowMillis - time
    // Background work goes at even distances, so that a burst that arrives late does not meet the next one.
    const last = isUrgent ? undefined : times.at(-1)
    return Math.max(full, last === undefined ? 0 : last + windowMillis / places - time)
  }
  const mayFly = (isUrgent: boolean): boolean => {
    const limit = limitOf('inFlight', limits.inFlight).now / Math.max(1, share())
    return inFlight < Math.max(1, Math.floor(limit * (isUrgent ? 1 : backgroundPart)))
  }

  return {
    async enter(endpoint, isUrgent) {
      for (;;) {
        const millis = Math.max(
          millisUntil('all', limits.all, isUrgent),
          millisUntil(endpoint, limits.endpoint, isUrgent),
          mayFly(isUrgent) ? 0 : 20,
        )
        if (millis <= 0) break
        // A shopper looks again at once when there may be room; background work a little later.
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
      if (limit.now < limit.max && time - limit.changedAt < settleMillis) return
      Object.assign(limit, { now: Math.max(1, Math.floor(limit.now * 0.85)), changedAt: time })
    },
  }
}
