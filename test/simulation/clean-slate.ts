import { sql } from 'kysely'
import { loadOrganization } from '#server/organization/load-organization.ts'
import type { Organization } from '#server/organization/organization.ts'
import type { Database } from '#server/store/database.ts'

/** Deletes all rows except the server's keys, its clock and the list of migrations. */
export const emptyTables = async (database: Database): Promise<void> => {
  await prepare(database)
  await sql`select clean_slate.empty()`.execute(database)
}

/** Copies every row that {@link emptyTables} would delete. Only the latest copy is kept. */
export const copyTables = async (database: Database): Promise<void> => {
  await prepare(database)
  await sql`select clean_slate.copy()`.execute(database)
}

/** Restores the rows that {@link copyTables} last copied, whatever has changed since. */
export const restoreTables = async (database: Database): Promise<void> => {
  await sql`select clean_slate.empty()`.execute(database)
  await sql`select clean_slate.restore()`.execute(database)
}

const prepared = new WeakMap<Database, Promise<void>>()

const prepare = (database: Database): Promise<void> => {
  const known = prepared.get(database)
  if (known !== undefined) return known
  const preparing = makeFunctions(database)
  prepared.set(database, preparing)
  return preparing
}

/** Creates the database functions that empty, copy and restore. They are fast, because PostgreSQL plans their statements only once. */
const makeFunctions = async (database: Database): Promise<void> => {
  const { rows: tables } = await sql<{ name: string; columns: string }>`
    select format('%I.%I', table_schema, table_name) as name,
      string_agg(format('%I', column_name), ', ' order by ordinal_position) filter (where is_generated = 'NEVER') as columns
    from information_schema.tables join information_schema.columns using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema in ('public', 'sandbox_processor')
      and table_name not in ('schema_migrations', 'clock', 'server_keys')
      -- A partition's rows are those of its table.
      and not exists (select from pg_inherits where inhrelid = format('%I.%I', table_schema, table_name)::regclass)
    group by table_schema, table_name`.execute(database)
  const copies = tables.map(({ name, columns }, place) => ({ name, columns, copy: `clean_slate.copy_${place}` }))
  await sql.raw('drop schema if exists clean_slate cascade').execute(database)
  await sql.raw('create schema clean_slate').execute(database)
  for (const { name, columns, copy } of copies)
    await sql.raw(`create table ${copy} as select ${columns} from ${name} limit 0`).execute(database)
  const bodies = {
    empty: [...tables.map(({ name }) => `delete from ${name};`), 'update clock set mover = null, mover_until = null;'],
    copy: copies.map(
      ({ name, columns, copy }) => `delete from ${copy}; insert into ${copy} select ${columns} from ${name};`,
    ),
    restore: copies.map(
      ({ name, columns, copy }) =>
        `insert into ${name} (${columns}) overriding system value select ${columns} from ${copy};`,
    ),
  }
  for (const [name, statements] of Object.entries(bodies)) {
    // Triggers are off, so that the order of the tables does not matter.
    const body = `begin set local session_replication_role = replica; ${statements.join(' ')} end`
    await sql
      .raw(`create function clean_slate.${name}() returns void language plpgsql as $$ ${body} $$`)
      .execute(database)
  }
}

/** Creates an organization with these settings; `madeAt` is in milliseconds since 1970. */
export const makeOrganization = async (database: Database, settings: object, madeAt: number): Promise<Organization> => {
  const at = new Date(madeAt).toISOString()
  // Different settings get a different id, because the service caches settings by organization id.
  const id = `org_simulation${Object.keys(settings).length === 0 ? '' : `_${JSON.stringify(settings)}`}`
  await database
    .insertInto('organizations')
    .values({ id, name: 'Lantern Books', settings: JSON.stringify(settings), createdAt: at, updatedAt: at })
    .execute()
  return (await loadOrganization(database, id))!
}
