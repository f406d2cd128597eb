import { type Kysely, sql } from 'kysely'

/** A payment is made by the customer whose claim it pays; claims never change hands. */
export const claimsOfOneCustomer = {
  version: 18,
  name: 'claims of one customer',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

// A trigger instead of a foreign key: it needs no index of its own, and ignores payments that were written before it.
const statements = [
  `create function compare_customer_of_claim() returns trigger language plpgsql as $$
    begin
      perform from claims
        where organization_id = new.organization_id and id = new.claim_id and customer_id = new.customer_id;
      if not found then
        raise exception 'A payment and its claim name different customers. It is %.', new.id
          using errcode = 'check_violation', constraint = tg_name, table = tg_table_name, schema = tg_table_schema;
      end if;
      return null;
    end
  $$`,
  // Runs after the statement, because the claim may be written by the same one.
  `create trigger payments_of_customer_of_claim after insert or update of claim_id, customer_id on payments
    for each row execute function compare_customer_of_claim()`,
  `create trigger claims_keep_customer after update of customer_id on claims for each row
    when (old.customer_id <> new.customer_id) execute function refuse_change('A claim would change hands.')`,
]
