import { type Kysely, sql } from 'kysely'

/**
 * Payments are found by the last four digits of their card, too. A wallet's card is known only when the processor has answered, so
 * the text is written again when the digits change, and not with every other change of the method.
 */
export const lastFourDigits = {
  version: 97,
  name: 'last four digits',
  runs: 'alone',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await addToWrittenTexts(db)
  },
} as const

const statements = [
  `create or replace function text_of_payment(said text, method jsonb) returns text language sql immutable parallel safe as $$
    select spell_signs(said || coalesce(' ' || (method->'details'->>'last4'), ''))
  $$`,
  `create or replace function keep_payment_text() returns trigger language plpgsql as $$
    begin
      update payment_texts set search_text = text_of_payment(new.search_text, new.payment_method)
        where organization_id = new.organization_id and created_at = new.created_at and id = new.id;
      return null;
    end
  $$`,
  `create or replace function keep_payment_texts() returns trigger language plpgsql as $$
    begin
      insert into payment_texts
        select organization_id, id, created_at, text_of_payment(search_text, payment_method) from written;
      return null;
    end
  $$`,
  `drop trigger if exists keep_payment_text on payments`,
  `create trigger keep_payment_text after update of search_text, payment_method on payments
    for each row when (
      text_of_payment(old.search_text, old.payment_method) <> text_of_payment(new.search_text, new.payment_method)
    ) execute function keep_payment_text()`,
]

/** Rows that one statement writes, so that none holds its locks for long. */
const batch = 5000

/** Adds the digits to the texts of payments that were made before. */
const addToWrittenTexts = async (db: Kysely<unknown>): Promise<void> => {
  for (let after: readonly [organization: string, at: string, id: string] | undefined; ;) {
    const beyond = after === undefined ? sql`true` : sql`(organization_id, created_at, id) > (${sql.join([...after])})`
    const { rows } = await sql<{ organizationId: string; createdAt: string; id: string }>`
      with next as (
        select organization_id, created_at, id from payment_texts where ${beyond}
        order by organization_id, created_at, id limit ${batch}
      ), written as (
        update payment_texts set search_text = text_of_payment(payments.search_text, payments.payment_method)
        from next join payments using (organization_id, id)
        where payment_texts.organization_id = next.organization_id and payment_texts.created_at = next.created_at
          and payment_texts.id = next.id and payments.payment_method->'details'->>'last4' is not null
      )
      select organization_id as "organizationId", created_at::text as "createdAt", id from next
      order by organization_id desc, created_at desc, id desc limit 1`.execute(db)
    const [last] = rows
    if (last === undefined) return
    after = [last.organizationId, last.createdAt, last.id]
  }
}
