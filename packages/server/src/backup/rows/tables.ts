import { sql } from 'kysely'
import type { Database } from '../../store/database.ts'

/** A table of ours as the database describes it, so that no table is ever forgotten. */
export interface Table {
  /** With its schema, quoted if necessary. */
  readonly name: string
  /** What is stored; generated columns are computed again. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

/**
 * Every table whose rows are kept, by name. The partitions of one are part of it; what is not logged, such as the counts of the minute
 * that runs, is lost in a crash anyway.
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
