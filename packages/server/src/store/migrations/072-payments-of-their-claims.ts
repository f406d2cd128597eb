import { type Kysely, sql } from 'kysely'
import { createIndexConcurrently } from '../engine/migrate/migrate-to-latest.ts'

/**
 * One foreign key makes sure that a payment has the customer, the amount and the currency of its claim, where a trigger and two keys
 * did: each was a query of its own for every payment. That the customer exists follows from the claim.
 */
export const paymentsOfTheirClaims = {
  version: 72,
  name: 'payments of their claims',
  runs: 'alone',
  async up(db: Kysely<unknown>): Promise<void> {
    await createIndexConcurrently(
      db,
      'claims_as_paid',
      'on claims (organization_id, id, amount, currency_code, customer_id)',
      { isUnique: true },
    )
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
} as const

const statements = [
  `alter table payments
    drop constraint if exists payments_pay_their_claims,
    add constraint payments_pay_their_claims foreign key (organization_id, claim_id, amount, currency_code, customer_id)
      references claims (organization_id, id, amount, currency_code, customer_id) not valid`,
  // Reads all payments, while others go on reading and writing.
  `alter table payments validate constraint payments_pay_their_claims`,
  `alter table payments
    drop constraint if exists payments_cost_what_was_claimed,
    drop constraint if exists payments_organization_id_customer_id_fkey`,
  `drop trigger if exists payments_of_customer_of_claim on payments`,
  `drop function if exists compare_customer_of_claim()`,
  `alter table claims drop constraint if exists claims_amount`,
]
