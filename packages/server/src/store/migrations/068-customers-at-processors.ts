import { type Kysely, sql } from 'kysely'

/** The record that a processor has of a customer, one for each connection. */
export const customersAtProcessors = {
  version: 68,
  name: 'customers at processors',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create table customers_at_processors (
    organization_id text not null references organizations (id),
    connection text not null,
    customer_id text not null,
    -- The processor's own id; null where it has deleted the record, until another is made.
    reference text,
    -- Counts the records that were made one after the other: each has a key of its own.
    number integer not null default 1,
    primary key (organization_id, connection, customer_id)
  )`,
]
