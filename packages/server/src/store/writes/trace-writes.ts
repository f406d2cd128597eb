import type { Tracing } from '../../logging/tracing.ts'
import type { Database } from '../database.ts'

const tracings = new WeakMap<Database, Tracing>()

/** Makes a span of every write to a database from now on. */
export const traceWrites = (database: Database, tracing: Tracing): void => void tracings.set(database, tracing)

/** What makes spans of the writes to a database; mostly nothing does. */
export const tracingOf = (database: Database): Tracing | undefined => tracings.get(database)
