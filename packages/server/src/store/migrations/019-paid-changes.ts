import { type Kysely, sql } from 'kysely'

/** The payment that a request began if its answer is something else: a change of a subscription that had to be paid for. */
export const paidChanges = {
  version: 19,
  name: 'paid changes',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table idempotency_keys add column change_payment_id text`.execute(db)
  },
}
