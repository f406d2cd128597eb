import { setTimeout as wait } from 'node:timers/promises'
import { type DatabaseTrouble, databaseTroubleOf } from './database-trouble.ts'

/** How long and how often to retry during an outage. */
export interface OutageLimits {
  readonly secondsMax: number
  /** The longest pause between two attempts. */
  readonly pauseMillisMax: number
}

const usualLimits: OutageLimits = { secondsMax: 60, pauseMillisMax: 1000 }

/**
 * Runs work again while the database is briefly unavailable, as during a restart or a failover. The pauses grow up to a second, so the work
 * completes within about a second of the database's return. After a minute it throws the error. An earlier attempt may have committed
 * although its answer was lost, so the work must be idempotent.
 */
export const repeatDuringOutage = async <Result>(
  work: () => Promise<Result>,
  { secondsMax, pauseMillisMax }: OutageLimits = usualLimits,
): Promise<Result> => {
  const until = performance.now() + secondsMax * 1000
  for (let run = 0; ; run++) {
    try {
      return await work()
    } catch (error) {
      if (!isShortOutage(error) || performance.now() >= until) throw error
    }
    await wait((0.5 + Math.random() / 2) * Math.min(pauseMillisMax, firstPauseMillis * 2 ** run))
  }
}

const firstPauseMillis = 50

/**
 * Whether an error usually ends by itself within seconds. Errors of a pool that this process has closed do not end, because the pool never
 * opens again.
 */
export const isShortOutage = (error: unknown): boolean => {
  const kind = databaseTroubleOf(error)?.kind
  return kind !== undefined && shortOutages.has(kind) && !isClosed(error)
}

const shortOutages: ReadonlySet<DatabaseTrouble['kind']> = new Set([
  'unreachable',
  'not_running',
  'no_connection_left',
  'out_of_memory',
  'read_only',
  'busy',
])

const isClosed = (error: unknown): boolean =>
  error instanceof Error && (closedMessages.test(error.message) || isClosed(error.cause))

const closedMessages = /^(?:Cannot use a pool after|driver has already been destroyed|PGlite is clos(?:ed|ing))/
