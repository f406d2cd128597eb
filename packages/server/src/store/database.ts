import type { Kysely } from 'kysely'
import type { Schema } from './schema/schema.ts'

/** The database, or a transaction in it; reading functions take either. */
export type Database = Kysely<Schema>
