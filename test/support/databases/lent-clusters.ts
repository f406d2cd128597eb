import type { PGlite } from '@electric-sql/pglite'

/** Embedded databases with all tables that have been returned and emptied, for the next story in this process. */
const idle: PGlite[] = []

/** An embedded database lent to one story. */
export interface LentCluster {
  /** The database, which refuses every statement after the story has returned it. */
  readonly pglite: PGlite
  /** Empties the database for the next story, or closes it if it cannot serve as new. */
  returnCluster(): Promise<void>
}

/**
 * Lends a returned database, or a new one. Starting an embedded database costs a second of a core, emptying it a fortieth of that. Test
 * files share processes, because loading the server for each file was half of the cost of the suites. A module must therefore not keep a
 * test's state under a name that another test uses. When a story returns its database, the database is emptied, and the story's later
 * statements are refused.
 */
export const borrowCluster = async (start: () => Promise<PGlite>): Promise<LentCluster> => {
  const pglite = idle.pop() ?? (await prepareEmptying(await start()))
  const { proxy, revoke } = Proxy.revocable(pglite, { get: boundMember })
  return {
    pglite: proxy,
    async returnCluster() {
      revoke()
      if (await emptyCluster(pglite)) idle.push(pglite)
      else await pglite.close()
    },
  }
}

const boundMember = (pglite: PGlite, name: keyof PGlite): unknown => {
  const member: unknown = pglite[name]
  return typeof member === 'function' ? member.bind(pglite) : member
}

/**
 * Empties a database. Returns false if the database cannot serve as new: if its list of tables has changed, or if PostgreSQL would plan
 * differently, because a table's files are still large or a table was analyzed.
 */
const emptyCluster = async (pglite: PGlite): Promise<boolean> => {
  const { rows: tables } = await pglite.query<{ areFirst: boolean }>(`
    select (${listOfTables}) = list as "areFirst" from pg_temp.first_tables`)
  if (!tables[0]!.areFirst) return false
  await pglite.exec('select pg_temp.start_anew()')
  // Check only the files of rows and long values, because checking the file of every index takes longer than emptying all tables.
  const { rows } = await pglite.query<{ isFresh: boolean }>(`
    select sum(pg_relation_size(oid) + coalesce(pg_relation_size(reltoastrelid), 0)) < 2e6 and max(reltuples) <= 0 as "isFresh"
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  return rows[0]!.isFresh
}

const listOfTables = `select array_agg(oid::text || relname order by oid) from pg_class
  where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`

/**
 * Creates a function that empties the database, because PostgreSQL plans the statements of a function only once. The function disables
 * triggers, so that the order of the tables does not matter.
 */
const prepareEmptying = async (pglite: PGlite): Promise<PGlite> => {
  const { rows } = await pglite.query<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'sandbox_processor') and table_name <> 'schema_migrations'`)
  await pglite.exec(`
    create temp table first_clock as table clock;
    create temp table first_audit_head as table audit_head;
    create temp table first_tables as select (${listOfTables}) as list;
    create function pg_temp.start_anew() returns void language plpgsql as $$
    declare
      scene text;
    begin
      -- Copies of rows that an earlier story saved.
      for scene in select nspname from pg_namespace where nspname like 'scene\\_%' loop
        execute format('drop schema %I cascade', scene);
      end loop;
      set local session_replication_role = replica;
      ${rows.map(({ name }) => `delete from ${name};`).join(' ')}
      insert into clock table pg_temp.first_clock;
      insert into audit_head table pg_temp.first_audit_head;
      perform setval(format('%I.%I', schemaname, sequencename), start_value, false) from pg_sequences;
    end $$`)
  return pglite
}
