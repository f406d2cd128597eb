import { type Kysely, sql } from 'kysely'

/** Disputes, how much of each payment they have withdrawn, and when each connection was last asked for news (DECISIONS 106). */
export const disputes = {
  version: 51,
  name: 'disputes',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `alter table payments add column disputed_amount bigint not null default 0 check (disputed_amount >= 0)`,
  `create table disputes (
    organization_id text not null,
    id text not null,
    payment_id text not null,
    connection text not null,
    -- The processor's own id of it.
    processor_id text not null,
    amount bigint not null check (amount >= 0),
    currency_code text not null,
    reason text not null,
    status text not null
      check (status in ('inquiry', 'inquiry_closed', 'needs_response', 'under_review', 'won', 'lost')),
    evidence_due_at timestamptz,
    -- What it withdraws of its payment now, in that payment's currency.
    withdrawn_amount bigint not null default 0 check (withdrawn_amount >= 0),
    -- How much of that is taken out of the payment's subscription, price and tax, and what that took of it.
    applied_amount bigint not null default 0 check (applied_amount >= 0),
    applied_tax_amount bigint not null default 0,
    taken jsonb,
    period_left_at timestamptz,
    -- When its subscription was ended, or left as it is, because a response was needed.
    acted_at timestamptz,
    asks_at timestamptz,
    metadata jsonb not null default '{}',
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    unique (connection, processor_id),
    foreign key (organization_id, payment_id) references payments
  )`,
  `create index disputes_listed on disputes (organization_id, created_at, id)`,
  `create index disputes_of_payment on disputes (organization_id, payment_id)`,
  `create index disputes_to_ask_about on disputes (asks_at) where asks_at is not null`,
  // Checked at the end of the transaction, because a dispute and the sum in its payment are rows of two tables.
  `create function count_disputes() returns trigger language plpgsql as $$
    declare
      written jsonb := to_jsonb(new);
      organization text := written->>'organization_id';
      payment text := written->>tg_argv[0];
      counted bigint;
      withdrawn bigint;
    begin
      select disputed_amount into counted from payments where organization_id = organization and id = payment;
      select coalesce(sum(withdrawn_amount), 0) into withdrawn from disputes
        where organization_id = organization and payment_id = payment;
      if counted <> withdrawn then
        raise exception 'A payment counts % as disputed, but its disputes come to %. It is %.', counted, withdrawn, payment
          using errcode = 'check_violation', constraint = 'disputes_are_counted', table = tg_table_name, schema = tg_table_schema;
      end if;
      return null;
    end
  $$`,
  `create constraint trigger disputes_are_counted after insert or update of withdrawn_amount on disputes
    deferrable initially deferred for each row execute function count_disputes('payment_id')`,
  `create constraint trigger payments_count_disputes after update of disputed_amount on payments
    deferrable initially deferred for each row when (old.disputed_amount <> new.disputed_amount)
    execute function count_disputes('id')`,
  `create table news_of_connections (
    connection text primary key,
    -- By the database's clock.
    asked_at timestamptz,
    -- Up to when everything is known, by the processor's clock.
    complete_until timestamptz,
    trouble text
  )`,
  `create index transactions_disputed on sandbox_processor.transactions (created_at) where traits ? 'disputed'`,
]
