import type { Tracing } from '../../logging/tracing.ts'
import type { Database } from '../database.ts'

const tracings = new WeakMap<Database, Tracing>()

/** Makes a span of every later write to a database. */
export const traceWrites = (database: Database, tracing: Tracing): void => void tracings.set(database, tracing)

/** Returns the tracing that `traceWrites` set for a database, or `undefined`. */
export const tracingOf = (database: Database): Tracing | undefined => tracings.get(database)
