import { type Kysely, sql } from 'kysely'

/**
 * What operators did by hand, and what the server did in their place: who, what, why, and the state before and after. Rows are
 * only ever added.
 */
export const operatorActions = {
  version: 23,
  name: 'operator actions',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create table operator_actions (
    id bigint generated always as identity primary key,
    -- Null where it concerns the whole server.
    organization_id text,
    -- By the wall clock.
    at timestamptz not null default clock_timestamp(),
    who text not null check (who <> ''),
    what text not null,
    -- What it was done to: an attempt's id, a connection.
    subject text not null,
    before jsonb,
    after jsonb,
    why text not null check (why <> '')
  )`,
  `create index operator_actions_by_subject on operator_actions (subject, id)`,
  `create function refuse_rewriting() returns trigger language plpgsql as $$
    begin
      raise exception 'What is written in % stays as it is.', tg_table_name
        using errcode = 'check_violation', constraint = tg_name, table = tg_table_name, schema = tg_table_schema;
    end
  $$`,
  `create trigger operator_actions_stay before update or delete or truncate on operator_actions
    for each statement execute function refuse_rewriting()`,
]
