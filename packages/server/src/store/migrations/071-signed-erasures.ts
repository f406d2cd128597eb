import { type Kysely, sql } from 'kysely'

/**
 * What erasure leaves of a row is signed with the audit log's key, so that nobody with the database alone can put something else there. A row
 * is never written in the form of an erased one without a signature again: a server that does not sign yet leaves it to one that does.
 */
export const signedErasures = {
  version: 71,
  name: 'signed erasures',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `alter table events add column erased_signature bytea`,
  `alter table audit_entries add column erased_signature bytea`,
  `create function refuse_unsigned_erasure() returns trigger language plpgsql as $$
    begin
      raise exception 'What is left of a row in % has to be signed.', tg_table_name
        using errcode = 'check_violation', constraint = 'erasures_are_signed', table = tg_table_name, schema = tg_table_schema;
    end
  $$`,
  ...['events', 'audit_entries'].map(
    (table) => `create trigger erasures_are_signed before update on ${table} for each row
      when (new.sealed_parts is not null and old.sealed_parts is null and new.erased_signature is null)
      execute function refuse_unsigned_erasure()`,
  ),
]
