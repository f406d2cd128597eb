import type { Timestamp } from '@billing-checkout/domain'

/** A cache of values that may be slightly outdated. */
export interface ShortLivedCache<Value> {
  /**
   * Returns the cached value of a name; if there is none, the result of `find`. If `find` finds no value, this result is neither cached nor
   * shared with other callers.
   */
  get(name: string, wall: Timestamp, find: () => Promise<Value | undefined>): Promise<Value | undefined>
  /** Clears the cache. Results of look-ups that are now running are not cached, either. */
  clear(): void
}

/**
 * Caches values for `millis` milliseconds of the wall clock, at most `valuesMax` of them. Concurrent calls for a value share one look-up,
 * because all requests of a busy caller miss an expired value at the same moment.
 */
export const createShortLivedCache = <Value>(millis: number, valuesMax = 1000): ShortLivedCache<Value> => {
  let values = new Map<string, Dated<Value>>()
  let lookups = new Map<string, Dated<Promise<Value | undefined>>>()
  // A clock that is set back must not extend a value's life.
  const isFresh = ({ since }: Dated<unknown>, at: number): boolean => at >= since && at < since + millis
  const lookUp = async (name: string, at: number, find: () => Promise<Value | undefined>) => {
    const [before, running] = [values, lookups]
    const looking = { value: find(), since: at }
    running.set(name, looking)
    try {
      const value = await looking.value
      if (value === undefined || before !== values) return value
      if (values.size >= valuesMax) values.clear()
      values.set(name, { value, since: at })
      return value
    } finally {
      if (running.get(name) === looking) running.delete(name)
    }
  }
  return {
    async get(name, wall, find) {
      const at = Date.parse(wall)
      const known = values.get(name)
      if (known !== undefined && isFresh(known, at)) return known.value
      const running = lookups.get(name)
      const shared = running !== undefined && isFresh(running, at) ? await running.value : undefined
      return shared ?? lookUp(name, at, find)
    },
    clear() {
      values = new Map()
      lookups = new Map()
    },
  }
}

interface Dated<Value> {
  readonly value: Value
  /** Milliseconds since 1970 by the wall clock of the call that started the look-up. */
  readonly since: number
}
