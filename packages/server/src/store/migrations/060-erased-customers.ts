import { type Kysely, sql } from 'kysely'

/**
 * What it takes to erase a customer: when it was done, what is left to do, and a check that refuses to write back who they were.
 */
export const erasedCustomers = {
  version: 60,
  name: 'erased customers',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `alter table customers
    add column erased_at timestamptz,
    -- No row is erased yet, so none has to be looked at.
    add constraint customers_stay_erased check (
      erased_at is null or (
        external_id is null and full_name is null and email is null and phone is null and metadata = '{}'
        and coalesce(address->>'line1', address->>'line2', address->>'city', address->>'postal_code', tax_address->>'postal_code') is null
      )
    ) not valid`,
  `alter table erasures
    -- By what copies are recognised; null once there are none any more.
    add column words jsonb,
    add column finished_at timestamptz,
    -- When it was written into the journal outside of the database, where there is one.
    add column journalled_at timestamptz`,
  `create index erasures_to_journal on erasures (erased_at) where journalled_at is null`,
  `create index erasures_unfinished on erasures (erased_at) where finished_at is null`,
  // A row stands for all that one connection knows of a customer.
  `alter table processor_erasures
    add column customer_id text,
    alter column processor_token drop not null`,
]
