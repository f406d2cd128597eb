/** A source of chance that draws the same for the same seed, on every machine. */
export interface Chance {
  /** A whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number
  /** One of the values, each as likely as any other. */
  pick<Value>(values: readonly Value[]): Value
  /** Whether something happens that happens so often, from 0 to 1. */
  happens(probability: number): boolean
}

/** The chance of a seed. */
export const chanceOf = (seed: number): Chance => {
  const next = mulberry32(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: (values) => values[below(values.length)]!, happens: (probability) => next() < probability }
}

/** A well-known generator of 32 bits of state; numbers from 0 up to 1. */
const mulberry32 = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
