import { type Kysely, sql } from 'kysely'

/**
 * Actions that a shopper has to confirm elsewhere, money that is authorized before it is captured, and periods whose payment was
 * approved and then failed.
 */
export const actionsAndCaptures = {
  version: 3,
  name: 'actions and captures',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  // While the shopper has something to do elsewhere: what and where, and the unguessable name of the page for it.
  `alter table attempts add column action jsonb, add column action_id text`,
  `create unique index attempts_by_action on attempts (action_id) where action_id is not null`,
  // The payment by which the method was stored, to which charges without the shopper refer.
  `alter table payment_methods add column network_payment_id text, add column authentication_id text`,
  // The claim of the current period whose payment failed after it had been approved; it is owed before anything else.
  `alter table subscriptions add column owed_claim_id text`,
  `create table sandbox_processor.confirmations (
    id text primary key,
    reference text not null unique,
    kind text not null,
    state text not null check (state in ('open', 'passed', 'failed', 'cancelled', 'expired')),
    behavior text not null,
    request jsonb not null,
    created_at timestamptz not null
  )`,
  // What the issuer of a test card does to a transaction later on.
  `alter table sandbox_processor.transactions
    add column traits jsonb not null default '{}',
    add column held_by text references sandbox_processor.transactions (id)`,
  `create unique index on sandbox_processor.transactions (held_by) where held_by is not null and outcome->>'kind' = 'approved'`,
]
