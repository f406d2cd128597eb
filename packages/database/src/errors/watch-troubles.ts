import { type DatabaseTrouble, type TroubleKind, databaseTroubleOf } from './database-trouble.ts'

/** Tracks database trouble from the errors that callers report to it. */
export interface TroubleWatch {
  /** Returns the trouble that an error reports, if any. Logs each kind at most once a minute. */
  reportError(error: unknown): DatabaseTrouble | undefined
  /** The last reported trouble that stops all writes. It lasts until {@link TroubleWatch.reportWrite} is called. */
  stopsWrites(): DatabaseTrouble | undefined
  /** Call this after a successful write. */
  reportWrite(): void
}

/** The part of a logger that {@link watchTroubles} needs. */
export interface TroubleLog {
  error(fields: object, message: string): void
}

/** Creates the watch over one database. */
export const watchTroubles = (logger: TroubleLog, now: () => number = () => performance.now()): TroubleWatch => {
  const loggedAt = new Map<TroubleKind, number>()
  let lasting: DatabaseTrouble | undefined
  return {
    reportError(error) {
      const trouble = databaseTroubleOf(error)
      if (trouble === undefined) return undefined
      if (trouble.stopsWrites) lasting = trouble
      if (now() - (loggedAt.get(trouble.kind) ?? -Infinity) >= minuteMillis) {
        loggedAt.set(trouble.kind, now())
        logger.error({ trouble: trouble.kind, err: error }, trouble.sentence)
      }
      return trouble
    },
    stopsWrites: () => lasting,
    reportWrite() {
      lasting = undefined
    },
  }
}

const minuteMillis = 60_000
