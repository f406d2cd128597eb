import { sql } from 'kysely'
import type { Database } from '../../store/database.ts'

/** A sequence and the last number that it gave; null if it has not given any. */
export interface Sequence {
  readonly name: string
  readonly last: string | null
}

/** Finds all our sequences, including those of identity columns. */
export const findSequences = async (db: Database): Promise<readonly Sequence[]> => {
  const { rows } = await sql<Sequence>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
    where schemaname in ('public', 'sandbox_processor') order by 1`.execute(db)
  return rows
}

/** Makes sequences continue after the numbers that they gave in the original database. */
export const setSequences = async (db: Database, sequences: readonly Sequence[]): Promise<void> => {
  for (const { name, last } of sequences) {
    if (last !== null) await sql`select setval(${name}::regclass, ${last}::bigint)`.execute(db)
  }
}
