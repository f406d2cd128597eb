import { type Kysely, sql } from 'kysely'

/** Tables whose rows are only ever added. */
export const operatorActions = {
  version: 23,
  name: 'operator actions',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create function refuse_rewriting() returns trigger language plpgsql as $$
    begin
      raise exception 'What is written in % stays as it is.', tg_table_name
        using errcode = 'check_violation', constraint = tg_name, table = tg_table_name, schema = tg_table_schema;
    end
  $$`,
]
