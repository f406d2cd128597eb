import { type Kysely, sql } from 'kysely'

/**
 * The sandbox processor's own books, in a schema of their own: it stands for another company, so the billing tables
 * never refer to it and it never refers to them. It keeps no card number, only how the published test card behaves.
 */
export const sandboxProcessor = {
  version: 2,
  name: 'sandbox processor',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create schema sandbox_processor`,
  `create table sandbox_processor.methods (
    token text primary key,
    behavior text not null,
    brand text not null,
    created_at timestamptz not null
  )`,
  `create table sandbox_processor.transactions (
    reference text primary key,
    request_hash text not null,
    id text not null unique,
    kind text not null,
    amount bigint not null,
    currency_code text not null,
    outcome jsonb not null,
    refund_of text references sandbox_processor.transactions (id),
    created_at timestamptz not null
  )`,
  `create index on sandbox_processor.transactions (refund_of) where refund_of is not null`,
]
