import { sql } from 'kysely'
import type { Database } from '../../store/database.ts'

/** One of our tables as the database describes it, so that a new table is never forgotten. */
export interface Table {
  /** The table's name with its schema, quoted if necessary. */
  readonly name: string
  /** The stored columns; generated columns are computed again. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

/**
 * Finds every table whose rows are copied. A partitioned table includes its partitions. Unlogged tables, such as the request counts of the
 * current minute, are left out, because a crash would lose their rows anyway.
 */
export const findTables = async (db: Database): Promise<readonly Table[]> => {
  const { rows } = await sql<Table>`
    select format('%I.%I', schema.nspname, place.relname) as name,
      jsonb_agg(jsonb_build_object('name', quote_ident(field.attname),
        'type', format_type(field.atttypid, field.atttypmod)) order by field.attnum)
        filter (where field.attgenerated = '') as columns
    from pg_class as place join pg_namespace as schema on schema.oid = place.relnamespace
      join pg_attribute as field on field.attrelid = place.oid and field.attnum > 0 and not field.attisdropped
    where place.relkind in ('r', 'p') and not place.relispartition and place.relpersistence = 'p'
      and schema.nspname in ('public', 'sandbox_processor')
    group by schema.nspname, place.relname order by 1`.execute(db)
  return rows
}

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
