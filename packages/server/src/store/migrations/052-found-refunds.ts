import { type Kysely, sql } from 'kysely'

/** Refunds that were made at the processor without being asked for here, which no attempt stands for. */
export const foundRefunds = {
  version: 52,
  name: 'found refunds',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `alter table refunds add column source text not null default 'here' check (source in ('here', 'processor'))`,
  // The refund that it is, where no attempt of ours has made it.
  `alter table accepted_refunds add column found_refund_id text`,
  `create index accepted_refunds_by_transaction on accepted_refunds (connection, transaction_id)`,
  `create index transactions_refunded_elsewhere on sandbox_processor.transactions (entered_at)
    where reference like 'elsewhere\\_%'`,
]
