import { setTimeout as pause } from 'node:timers/promises'

/** The network, clock and randomness that the adapter uses. */
export interface HostEnvironment {
  /** Sends a request. */
  readonly fetch: typeof fetch
  /** Waits for the given number of milliseconds. */
  readonly wait: (milliseconds: number) => Promise<unknown>
  /** The wall clock. */
  readonly now: () => Date
  /** A random number between 0 and 1, which varies pauses. */
  readonly random: () => number
}

/** The machine's own network, clock and randomness. */
export const hostEnvironment: HostEnvironment = { fetch, wait: pause, now: () => new Date(), random: Math.random }
