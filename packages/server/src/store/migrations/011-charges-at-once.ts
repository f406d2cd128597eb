import { type Kysely, sql } from 'kysely'

/**
 * For hundreds of charges a second: what they ask is found in small indexes, and what they write is indexed as little as
 * possible.
 */
export const chargesAtOnce = {
  version: 11,
  name: 'charges at once',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  // Every charge asks for its customer's unfinished payments; the index has only as many rows as are unfinished.
  `create index payments_unfinished_by_customer on payments (organization_id, customer_id)
    where payment_status = 'PENDING'`,
  // Cards are found by the index that also has the time of the charge.
  `drop index payments_by_fingerprint`,
  // One index serves both as the key of a payment's text and to sort a search.
  `alter table payment_texts drop constraint payment_texts_pkey`,
  `drop index payment_texts_by_created_at`,
  `alter table payment_texts add primary key (organization_id, created_at, id)`,
  `drop trigger keep_payment_text on payments`,
  `create or replace function keep_payment_text() returns trigger language plpgsql as $$
    begin
      update payment_texts set search_text = spell_signs(new.search_text)
        where organization_id = new.organization_id and created_at = new.created_at and id = new.id;
      return null;
    end
  $$`,
  `create trigger keep_payment_text after update of search_text on payments
    for each row execute function keep_payment_text()`,
  `create function keep_payment_texts() returns trigger language plpgsql as $$
    begin
      insert into payment_texts
        select organization_id, id, created_at, spell_signs(search_text) from written;
      return null;
    end
  $$`,
  `create trigger keep_payment_texts after insert on payments referencing new table as written
    for each statement execute function keep_payment_texts()`,
]
