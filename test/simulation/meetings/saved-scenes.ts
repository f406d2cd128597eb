import { sql } from 'kysely'
import type { Database } from '#server/store/database.ts'

/**
 * Keeps all rows that there are now under a name, so that {@link setScene} can bring them back: a scene is prepared once
 * and played thousands of times. What is kept goes along when the database is copied.
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
  const kept = `scene_${name}`
  // A database that is lent from story to story may have a scene of that name from the one before.
  await sql.raw(`drop schema if exists ${kept} cascade`).execute(database)
  await sql.raw(`create schema ${kept}`).execute(database)
  const insertions: string[] = []
  const isOurs = (statement: string) => !statement.includes(' sandbox_processor.')
  for (const table of tables) {
    const from = `${table.schema}."${table.name}"`
    const to = `${kept}."${table.schema}_${table.name}"`
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
    // Without triggers, so that the order of the tables does not matter.
    const body = `begin set local session_replication_role = replica; ${statements.join(' ')} end`
    await sql.raw(`create function ${kept}.${of}() returns void language plpgsql as $$ ${body} $$`).execute(database)
  }
}

/** Brings the rows of a scene back, whatever has become of them. */
export const setScene = async (database: Database, name: string): Promise<void> => {
  await sql`select ${sql.raw(`scene_${name}`)}.set()`.execute(database)
}

/** Brings our own rows back and leaves the processor's: the database has lost what was committed since the scene began. */
export const loseSinceScene = async (database: Database, name: string): Promise<void> => {
  await sql`select ${sql.raw(`scene_${name}`)}.set_ours()`.execute(database)
}
