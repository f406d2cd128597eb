import { sql } from 'kysely'
import type { Database } from '#server/store/database.ts'

/**
 * Saves the rows (but no migrations or keys) under a name, so that {@link setScene} can restore them: a scene is prepared once and played
 * thousands of times. A copy of the database includes its saved scenes.
 */
export const saveScene = async (database: Database, name: string): Promise<void> => {
  const { rows: tables } = await sql<{ schema: string; name: string; columns: string }>`
    select table_schema as schema, table_name as name,
      string_agg(format('%I', column_name), ', ' order by ordinal_position) filter (where is_generated = 'NEVER') as columns
    from information_schema.tables join information_schema.columns using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema in ('public', 'sandbox_processor')
      and table_name not in ('schema_migrations', 'server_keys')
      -- A partition's rows are those of its table.
      and not exists (select from pg_inherits where inhrelid = format('%I.%I', table_schema, table_name)::regclass)
    group by table_schema, table_name`.execute(database)
  const schema = `scene_${name}`
  // A database that several stories use in turn may contain a scene of that name from an earlier story.
  await sql.raw(`drop schema if exists ${schema} cascade`).execute(database)
  await sql.raw(`create schema ${schema}`).execute(database)
  const insertions: string[] = []
  const isOurs = (statement: string) => !statement.includes(' sandbox_processor.')
  for (const table of tables) {
    const from = `${table.schema}."${table.name}"`
    const to = `${schema}."${table.schema}_${table.name}"`
    const { rows } = await sql<{ isEmpty: boolean }>`
      select not exists (select from ${sql.raw(from)}) as "isEmpty"`.execute(database)
    if (rows[0]!.isEmpty) continue
    await sql.raw(`create table ${to} as table ${from}`).execute(database)
    const insertion = `insert into ${from} (${table.columns}) overriding system value select ${table.columns} from ${to};`
    insertions.push(insertion)
  }
  const deletions = tables.map((table) => `delete from ${table.schema}."${table.name}";`)
  for (const [of, statements] of [
    ['set', [...deletions, ...insertions]],
    ['set_ours', [...deletions, ...insertions].filter(isOurs)],
  ] as const) {
    // Triggers are off, so that the order of the tables does not matter.
    const body = `begin set local session_replication_role = replica; ${statements.join(' ')} end`
    await sql.raw(`create function ${schema}.${of}() returns void language plpgsql as $$ ${body} $$`).execute(database)
  }
}

/** Restores the rows of a scene, whatever has changed since. */
export const setScene = async (database: Database, name: string): Promise<void> => {
  await sql`select ${sql.raw(`scene_${name}`)}.set()`.execute(database)
}

/** Restores our own rows to the scene, and leaves the processor's rows, as though our database had lost everything since then. */
export const loseSinceScene = async (database: Database, name: string): Promise<void> => {
  await sql`select ${sql.raw(`scene_${name}`)}.set_ours()`.execute(database)
}
