import { Refusal } from './refusal.ts'

/** Requests per second that an account takes, in all and for one endpoint, and how many may be in flight. */
export interface RequestLimits {
  readonly all: number
  readonly endpoint: number
  readonly inFlight: number
}

/** Stripe's documented limits; the number in flight is a guess. https://docs.stripe.com/rate-limits */
export const usualLimits = (livemode: boolean): RequestLimits =>
  livemode ? { all: 100, endpoint: 25, inFlight: 60 } : { all: 25, endpoint: 25, inFlight: 20 }

/** Stripe's answer to a request that met a limit, and the limit's name for the answer's header. */
export interface LimitRefusal {
  readonly refusal: Refusal
  readonly reason: string
}

/** Counts the requests of an account. */
export interface RequestCounter {
  /** Counts a request. If the request met a limit, returns the limit and does not count the request. */
  enter(endpoint: string): LimitRefusal | undefined
  leave(): void
}

/** Counts requests by a clock; null means that there are no limits. */
export const openRequestCounter = (limits: RequestLimits | null, clock: () => Date): RequestCounter => {
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

const tooMany = (reason: string): LimitRefusal => ({
  reason,
  refusal: new Refusal(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message: 'Request rate limit exceeded.',
  }),
})
