import type { Tracing } from '../../logging/tracing.ts'
import type { Database } from '../database.ts'

const tracings = new WeakMap<Database, Tracing>()

/** From now on, makes a span of every write to a database. */
export const traceWrites = (database: Database, tracing: Tracing): void => void tracings.set(database, tracing)

/** Returns what makes spans of the writes to a database; usually `undefined`. */
export const tracingOf = (database: Database): Tracing | undefined => tracings.get(database)
