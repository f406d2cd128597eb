import type { PGlite } from '@electric-sql/pglite'

/** Embedded databases with all tables that were given back empty, to whoever asks next in this process. */
const idle: PGlite[] = []

/** One of them, or a new one. Starting an embedded database costs a second of a core, emptying it a fortieth. */
export const borrowCluster = async (start: () => Promise<PGlite>): Promise<PGlite> =>
  idle.pop() ?? prepareEmptying(await start())

/** Takes an embedded database back once all that was asked of it is done, and makes it as it was when it was new. */
export const giveClusterBack = async (pglite: PGlite): Promise<void> => {
  await pglite.exec('select pg_temp.start_anew()')
  // A table that was filled or analyzed is planned for otherwise than one that never was.
  const { rows } = await pglite.query<{ isWorn: boolean }>(`
    select sum(pg_total_relation_size(oid)) > 8e6 or max(reltuples) > 0 as "isWorn"
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  if (rows[0]!.isWorn) await pglite.close()
  else idle.push(pglite)
}

/** As a function, because its statements are planned once; without triggers, so that the order of the tables does not matter. */
const prepareEmptying = async (pglite: PGlite): Promise<PGlite> => {
  const { rows } = await pglite.query<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'sandbox_processor') and table_name <> 'schema_migrations'`)
  await pglite.exec(`
    create temp table first_clock as table clock;
    create function pg_temp.start_anew() returns void language plpgsql as $$ begin
      set local session_replication_role = replica;
      ${rows.map(({ name }) => `delete from ${name};`).join(' ')}
      insert into clock table pg_temp.first_clock;
      perform setval(format('%I.%I', schemaname, sequencename), start_value, false) from pg_sequences;
    end $$`)
  return pglite
}
