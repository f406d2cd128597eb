import { type Kysely, sql } from 'kysely'

/** Warnings of banks and networks that a charge may be a fraud, each once. */
export const fraudWarnings = {
  version: 66,
  name: 'fraud warnings',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create table fraud_warnings (
    organization_id text not null,
    connection text not null,
    -- The processor's own id of it.
    id text not null,
    payment_id text not null,
    reason text not null,
    created_at timestamptz not null,
    primary key (connection, id)
  )`,
  `create index fraud_warnings_of_payment on fraud_warnings (organization_id, payment_id)`,
]
