import { type DatabaseTrouble, type TroubleKind, troubleOf } from './database-trouble.ts'

/** Knows from the errors that it receives whether the database is in trouble. */
export interface TroubleWatch {
  /** Answers the trouble that an error reports, if any. Each kind is logged at most once a minute. */
  note(error: unknown): DatabaseTrouble | undefined
  /** The trouble that stops all writes, as far as is known. It lasts until {@link TroubleWatch.writesAgain} is called. */
  stopsWrites(): DatabaseTrouble | undefined
  /** Says that the database was seen to write again. */
  writesAgain(): void
}

/** The part of a logger that a watch needs. */
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
