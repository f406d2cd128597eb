/** A random generator that gives the same numbers for the same seed, on every machine. */
export interface Chance {
  /** A whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number
  /** One of the values, all with the same probability. */
  pick<Value>(values: readonly Value[]): Value
  /** True with this probability, from 0 to 1. */
  happens(probability: number): boolean
}

/** The random generator of a seed. */
export const chanceOf = (seed: number): Chance => {
  const next = mulberry32(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: (values) => values[below(values.length)]!, happens: (probability) => next() < probability }
}

/** The well-known generator mulberry32, with 32 bits of state. Returns numbers from 0 up to, but not including, 1. */
const mulberry32 = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
