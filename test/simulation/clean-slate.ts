import { sql } from 'kysely'
import { loadOrganization } from '#server/organization/load-organization.ts'
import type { Organization } from '#server/organization/organization.ts'
import type { Database } from '#server/store/database.ts'

/** Deletes every row but those that a server finds when it starts: its keys, its clock at rest, and what has been migrated. */
export const emptyTables = async (database: Database): Promise<void> => {
  if (!emptied.has(database)) await prepareEmptying(database)
  emptied.add(database)
  await sql`select empty_tables()`.execute(database)
}

const emptied = new WeakSet<Database>()

/** As a function, because its deletions are planned once. */
const prepareEmptying = async (database: Database): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'sandbox_processor')
      and table_name not in ('schema_migrations', 'clock', 'server_keys')`.execute(database)
  const deletions = rows.map(({ name }) => `delete from ${name};`).join(' ')
  // Without triggers, so that the order of the tables does not matter.
  const body = `begin set local session_replication_role = replica; ${deletions}
    update clock set mover = null, mover_until = null; end`
  await sql
    .raw(`create or replace function empty_tables() returns void language plpgsql as $$ ${body} $$`)
    .execute(database)
}

/** An organization with these settings, made at a moment in milliseconds since 1970. */
export const makeOrganization = async (database: Database, settings: object, madeAt: number): Promise<Organization> => {
  const at = new Date(madeAt).toISOString()
  // Who reads an organization remembers its settings by its id.
  const id = `org_simulation${Object.keys(settings).length === 0 ? '' : `_${JSON.stringify(settings)}`}`
  await database
    .insertInto('organizations')
    .values({ id, name: 'Lantern Books', settings: JSON.stringify(settings), createdAt: at, updatedAt: at })
    .execute()
  return (await loadOrganization(database, id))!
}
