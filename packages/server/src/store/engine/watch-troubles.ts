import { type DatabaseTrouble, type TroubleKind, troubleOf } from './database-trouble.ts'

/** Knows what is the matter with the database from what goes wrong with it. */
export interface TroubleWatch {
  /** Answers the trouble that an error tells of, if any; the log hears of each kind at most once a minute. */
  note(error: unknown): DatabaseTrouble | undefined
  /** What has stopped all writes, as far as is known; it lasts until somebody finds that there is none. */
  stopsWrites(): DatabaseTrouble | undefined
  /** Forgets it: the database was seen to write again. */
  writesAgain(): void
}

/** The part of a log that it needs. */
export interface TroubleLog {
  error(fields: object, message: string): void
}

/** A watch over one database. */
export const watchTroubles = (logger: TroubleLog, now: () => number = () => performance.now()): TroubleWatch => {
  const loggedAt = new Map<TroubleKind, number>()
  let lasting: DatabaseTrouble | undefined
  return {
    note(error) {
      const trouble = troubleOf(error)
      if (trouble === undefined) return undefined
      if (trouble.stopsWrites) lasting = trouble
      if (now() - (loggedAt.get(trouble.kind) ?? -Infinity) >= minuteMillis) {
        loggedAt.set(trouble.kind, now())
        logger.error({ trouble: trouble.kind, err: error }, trouble.sentence)
      }
      return trouble
    },
    stopsWrites: () => lasting,
    writesAgain() {
      lasting = undefined
    },
  }
}

const minuteMillis = 60_000
