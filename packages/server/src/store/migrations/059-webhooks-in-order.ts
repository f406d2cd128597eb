import { type Kysely, sql } from 'kysely'

/**
 * Endpoints may ask for the events of one subject in their order, and for ids alone instead of whole objects. An endpoint whose
 * batch could not be sent because of this server is deferred, with the reason (DECISIONS 113).
 */
export const webhooksInOrder = {
  version: 59,
  name: 'webhooks in order',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `alter table webhook_endpoints
    add column mode text not null default 'parallel' check (mode in ('parallel', 'ordered')),
    add column payload text not null default 'full' check (payload in ('full', 'thin')),
    add column deferred_count integer not null default 0,
    add column deferred_until timestamptz,
    add column deferred_reason text`,
  `alter table webhook_deliveries
    add column order_key text,
    add column leaves_gap boolean not null default false`,
  `create index webhook_deliveries_in_order on webhook_deliveries (organization_id, endpoint_id, order_key, event_sequence)
    where status = 'pending' and order_key is not null`,
  `create index webhook_deliveries_gaps on webhook_deliveries (organization_id, endpoint_id, order_key) where leaves_gap`,
]
