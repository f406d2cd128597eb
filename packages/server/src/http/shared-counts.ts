import { counterNameOf, type RequestCount } from '../store/requests/request-counts.ts'

/** Counts requests by caller, together with the counts of the other servers as of the latest exchange. */
export interface SharedCounts {
  /** Counts one request of a caller. Returns all requests of the caller's minute, and when the minute ends. */
  increment(caller: string): { readonly totalHits: number; readonly resetTime: Date }
  /** Exchanges counts with the other servers. Never throws: without the database, this server counts alone. */
  exchange(): Promise<void>
}

/** How counts are exchanged. */
export interface CountsExchange {
  readonly perMinute: number
  /** Adds this server's counts to the shared ones and returns the sums. */
  readonly add: (requests: readonly RequestCount[]) => Promise<readonly RequestCount[]>
}

/**
 * Counts in memory, so that a request needs no statement. Each server only shares the counts of callers that have used up a tenth of their
 * minute's limit. A caller that spreads requests over many servers therefore gets slightly more than the limit: the requests between two
 * exchanges, and up to a tenth of the limit on each server. With more than ten servers, these tenths alone can exceed the limit. Without
 * the database, each server counts alone. Limits against card testing are counted in the database instead.
 */
export const sharedCounts = ({ perMinute, add }: CountsExchange): SharedCounts => {
  const minutes = new Map<string, Minute>()
  const worthSharing = perMinute / 10
  let exchanging: Promise<void> | undefined

  const exchange = async (): Promise<void> => {
    const now = Date.now()
    for (const [caller, minute] of minutes) if (minute.endsAt <= now) minutes.delete(caller)
    const toShare = [...minutes].filter(([, each]) => each.unshared > 0 && each.shared + each.unshared >= worthSharing)
    if (toShare.length === 0) return
    const minuteOf = new Map(toShare.map(([caller, minute]) => [counterNameOf(caller), minute]))
    const added = [...minuteOf].map(([counter, { unshared, endsAt }]) => ({
      counter,
      requests: unshared,
      millisLeft: endsAt - now,
    }))
    // If the database is unavailable, this server counts alone and refuses no caller for that reason.
    const sums = await add(added).catch(() => [])
    const sentOf = new Map(added.map(({ counter, requests }) => [counter, requests]))
    for (const { counter, requests, millisLeft } of sums) {
      const minute = minuteOf.get(counter)
      if (minute === undefined) continue
      minute.shared = requests
      minute.unshared -= sentOf.get(counter) ?? 0
      minute.endsAt = Date.now() + millisLeft
    }
  }

  return {
    increment(caller) {
      const now = Date.now()
      let minute = minutes.get(caller)
      if (minute === undefined || minute.endsAt <= now) {
        minute = { shared: 0, unshared: 0, endsAt: now + 60_000 }
        minutes.set(caller, minute)
      }
      minute.unshared += 1
      return { totalHits: minute.shared + minute.unshared, resetTime: new Date(minute.endsAt) }
    },
    exchange: () => (exchanging ??= exchange().finally(() => (exchanging = undefined))),
  }
}

/** A caller's requests in this minute: those that the servers have shared, and those of this server that are not shared yet. */
interface Minute {
  shared: number
  unshared: number
  endsAt: number
}
