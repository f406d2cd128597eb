import type { Timestamp } from '@billing-checkout/domain'

/** A cache of values that may be a moment old. */
export interface BriefMemory<Value> {
  /** The cached value of a name, else what `find` answers now. That a value is missing is never cached. */
  recall(name: string, wall: Timestamp, find: () => Promise<Value | undefined>): Promise<Value | undefined>
  /** Clears the cache; even what is being looked up at this moment is not used afterwards. */
  forget(): void
}

/** Remembers values for `millis` milliseconds of the wall clock, at most `valuesMax` of them. */
export const rememberBriefly = <Value>(millis: number, valuesMax = 1000): BriefMemory<Value> => {
  let values = new Map<string, { readonly value: Value; readonly until: number }>()
  return {
    async recall(name, wall, find) {
      const at = Date.parse(wall)
      const known = values.get(name)
      // A clock that was set back must not make a value live longer.
      if (known !== undefined && at < known.until && at >= known.until - millis) return known.value
      const before = values
      const value = await find()
      if (value === undefined || before !== values) return value
      if (values.size >= valuesMax) values.clear()
      values.set(name, { value, until: at + millis })
      return value
    },
    forget() {
      values = new Map()
    },
  }
}
