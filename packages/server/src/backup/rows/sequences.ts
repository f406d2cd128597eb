import { sql } from 'kysely'
import type { Database } from '../../store/database.ts'

/** A sequence and the last number that it gave; `null` before the first. */
export interface Sequence {
  readonly name: string
  readonly last: string | null
}

/** Every sequence of ours, those of identity columns included. */
export const findSequences = async (db: Database): Promise<readonly Sequence[]> => {
  const { rows } = await sql<Sequence>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
    where schemaname in ('public', 'sandbox_processor') order by 1`.execute(db)
  return rows
}

/** Lets sequences go on after the numbers that they gave elsewhere. */
export const setSequences = async (db: Database, sequences: readonly Sequence[]): Promise<void> => {
  for (const { name, last } of sequences) {
    if (last !== null) await sql`select setval(${name}::regclass, ${last}::bigint)`.execute(db)
  }
}
