import { setTimeout as pause } from 'node:timers/promises'

/** What the adapter needs of the machine that it runs on. */
export interface Surroundings {
  /** Sends a request. */
  readonly fetch: typeof fetch
  /** Waits so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<unknown>
  /** The wall clock. */
  readonly now: () => Date
  /** A random number between 0 and 1, which varies the length of pauses. */
  readonly random: () => number
}

/** The machine itself: its network, its clock and real chance. */
export const machine: Surroundings = { fetch, wait: pause, now: () => new Date(), random: Math.random }
