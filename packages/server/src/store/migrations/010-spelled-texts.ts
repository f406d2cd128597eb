import { type Kysely, sql } from 'kysely'

/**
 * Spells punctuation in the search texts of payments as capital letters, which these texts have none of: `user-77` is then one
 * word of rare trigrams, while `user` and `77` are two words that a fifth of all payments have (`search-spelling.ts`).
 */
export const spelledTexts = {
  version: 10,
  name: 'spelled texts',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create function spell_signs(said text) returns text language sql immutable parallel safe as $$
    select translate(said, ' -_.@+:/', 'JQWXYZKV')
  $$`,
  `create or replace function keep_payment_text() returns trigger language plpgsql as $$
    begin
      insert into payment_texts values (new.organization_id, new.id, new.created_at, spell_signs(new.search_text))
        on conflict (organization_id, id) do update set search_text = excluded.search_text;
      return null;
    end
  $$`,
  // Rewrites the whole table with its indexes, which leaves no dead rows behind as an update would.
  `alter table payment_texts alter column search_text type text using spell_signs(search_text)`,
]
