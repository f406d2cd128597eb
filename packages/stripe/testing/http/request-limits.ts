import { Refusal } from './refusal.ts'

/** Requests a second that an account takes, of all kinds and of one endpoint, and how many may be in flight. */
export interface RequestLimits {
  readonly all: number
  readonly endpoint: number
  readonly inFlight: number
}

/** What Stripe documents; the number in flight is a guess. https://docs.stripe.com/rate-limits */
export const usualLimits = (livemode: boolean): RequestLimits =>
  livemode ? { all: 100, endpoint: 25, inFlight: 60 } : { all: 25, endpoint: 25, inFlight: 20 }

/** A request that came too often, and which limit it met. */
export interface TooMany {
  readonly refusal: Refusal
  readonly reason: string
}

/** Counts the requests of an account. */
export interface CountedRequests {
  /** Counts a request, or says which limit it has met; one that met a limit is not counted. */
  enter(endpoint: string): TooMany | undefined
  leave(): void
}

/** Nothing counted yet, by this clock; without limits nothing is ever too much. */
export const countRequests = (limits: RequestLimits | null, clock: () => Date): CountedRequests => {
  const sent = new Map<string, number[]>()
  let inFlight = 0
  const recent = (name: string, time: number): number[] => {
    const times = (sent.get(name) ?? []).filter((at) => at > time - 1000)
    sent.set(name, times)
    return times
  }
  return {
    enter(endpoint) {
      const time = clock().getTime()
      const [all, each] = [recent('all', time), recent(endpoint, time)]
      if (limits !== null) {
        if (inFlight >= limits.inFlight) return tooMany('global-concurrency')
        if (all.length >= limits.all) return tooMany('global-rate')
        if (each.length >= limits.endpoint) return tooMany('endpoint-rate')
      }
      all.push(time)
      each.push(time)
      inFlight += 1
      return undefined
    },
    leave() {
      inFlight -= 1
    },
  }
}

const tooMany = (reason: string): TooMany => ({
  reason,
  refusal: new Refusal(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message: 'Request rate limit exceeded.',
  }),
})
