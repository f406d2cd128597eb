import { type Kysely, sql } from 'kysely'

/**
 * The guards of the rows that every payment writes, in functions. PostgreSQL reads a check and a trigger's condition from text anew
 * for every statement, which took longer than the rows themselves; a function is compiled once per connection. They refuse what they
 * refused before.
 */
export const guardsInFunctions = {
  version: 78,
  name: 'guards in functions',
  runs: 'alone',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
} as const

/** Lets a table have only rows for which the condition holds or says nothing, as a check of its own would. */
const possible = (
  table: string,
  columns: readonly (readonly [name: string, type: string])[],
  condition: string,
  earlier: readonly string[],
): readonly string[] => {
  const names = columns.map(([name]) => name).join(', ')
  return [
    `create or replace function are_possible_${table}(${columns.map((column) => column.join(' ')).join(', ')}) returns boolean
      language plpgsql immutable parallel safe as $$ begin return ${condition}; end $$`,
    `alter table ${table}
      drop constraint if exists ${table}_possible,
      add constraint ${table}_possible check (are_possible_${table}(${names})) not valid`,
    // Reads all rows, while others go on reading and writing.
    `alter table ${table} validate constraint ${table}_possible`,
    `alter table ${table} ${earlier.map((name) => `drop constraint if exists ${name}`).join(', ')}`,
  ]
}

const statements = [
  ...possible(
    'payments',
    [
      ['payment_status', 'text'],
      ['payment_type', 'text'],
      ['payment_token_type', 'text'],
      ['amount', 'bigint'],
      ['refunded_amount', 'bigint'],
      ['collected_amount', 'bigint'],
      ['disputed_amount', 'bigint'],
    ],
    // Never more is given back than was paid. A payment may fail after a part of it was refunded; nothing more is refunded from
    // then on.
    `payment_status in ('PENDING', 'FAILED', 'AUTHORIZED', 'SETTLING', 'SETTLED', 'DECLINED', 'BLOCKED', 'CANCELLED')
      and payment_type in ('MIT', 'CIT')
      and payment_token_type in ('CARD_PAN', 'NETWORK_TOKEN', 'PROCESSOR_TOKEN')
      and amount between 0 and 1000000000000
      and collected_amount >= 0
      and disputed_amount >= 0
      and (refunded_amount = 0
        or (refunded_amount between 1 and amount and payment_status in ('SETTLING', 'SETTLED', 'FAILED')))`,
    [
      'payments_payment_status_check',
      'payments_payment_type_check',
      'payments_payment_token_type_check',
      'payments_amount_check',
      'payments_collected_amount_check',
      'payments_disputed_amount_check',
      'payments_refunded_once_captured',
    ],
  ),
  ...possible(
    'attempts',
    [
      ['kind', 'text'],
      ['state', 'text'],
    ],
    `kind in ('authorize', 'capture', 'void', 'refund', 'verify') and state in ('open', 'done', 'closed')`,
    ['attempts_kind_check', 'attempts_state_check'],
  ),
  ...possible(
    'claims',
    [
      ['kind', 'text'],
      ['amount', 'bigint'],
    ],
    `kind in ('checkout', 'merchant', 'period', 'change') and amount between 0 and 1000000000000`,
    ['claims_kind_check', 'claims_amount_check'],
  ),
  ...possible(
    'subscriptions',
    [
      ['status', 'text'],
      ['price_amount', 'bigint'],
      ['trial_price_amount', 'bigint'],
      ['current_period_start', 'timestamptz'],
      ['current_period_end', 'timestamptz'],
      ['past_due_since', 'timestamptz'],
    ],
    `status in ('trial', 'active', 'past_due', 'cancelled', 'scheduled_for_cancellation')
      and price_amount between 0 and 1000000000000
      and trial_price_amount between 0 and 1000000000000
      and current_period_start < current_period_end
      and (status = 'past_due') = (past_due_since is not null)`,
    [
      'subscriptions_status_check',
      'subscriptions_price_amount_check',
      'subscriptions_trial_price_amount_check',
      'subscriptions_check',
      'subscriptions_check1',
    ],
  ),
  ...possible(
    'webhook_deliveries',
    [
      ['status', 'text'],
      ['event_sequence', 'bigint'],
      ['test_event', 'jsonb'],
      ['next_attempt_at', 'timestamptz'],
    ],
    `status in ('pending', 'delivered', 'failed')
      and (event_sequence is null) = (test_event is not null)
      and (status = 'pending') = (next_attempt_at is not null)`,
    ['webhook_deliveries_status_check', 'webhook_deliveries_check', 'webhook_deliveries_check1'],
  ),
  // Every allowed change of status, as in domain/src/payment/lifecycle.ts, and from PENDING to SETTLING for processors that
  // capture with the authorization.
  `create or replace function breaks_lifecycle(before text, after text) returns boolean
    language plpgsql immutable parallel safe as $$
    begin
      return before <> after and before || ' ' || after not in (
        'PENDING AUTHORIZED', 'PENDING SETTLING', 'PENDING DECLINED', 'PENDING BLOCKED', 'PENDING FAILED',
        'PENDING CANCELLED', 'AUTHORIZED SETTLING', 'AUTHORIZED CANCELLED', 'AUTHORIZED FAILED', 'SETTLING SETTLED',
        'SETTLING FAILED'
      );
    end
  $$`,
  `create or replace trigger payments_change_lawfully after update of payment_status on payments for each row
    when (breaks_lifecycle(old.payment_status, new.payment_status))
    execute function refuse_change('A payment''s status would change against its lifecycle.')`,
  // Money moves over a connection that is enabled and whose transactions have been reconciled. One lock covers both: everything that
  // holds a connection takes it, and what they committed is seen by the queries after it.
  `create or replace function refuse_over_held_connections() returns trigger language plpgsql as $$
    declare
      found_state text;
    begin
      if not new.calls_at_once then return new; end if;
      perform pg_advisory_xact_lock_shared(hashtextextended(new.connection, 3));
      if new.connection like 'con\\_%' then
        select state into found_state from connections where id = new.connection;
        if found_state <> 'enabled' then
          raise exception 'The connection % is %.', new.connection, found_state
            using errcode = 'P0R02', constraint = tg_name, table = tg_table_name, schema = tg_table_schema;
        end if;
      end if;
      if exists (select from reconcile_first where connection = new.connection and since is not null) then
        raise exception 'No money moves over % until its transactions have been reconciled.', new.connection
          using errcode = 'P0R01', constraint = tg_name, table = tg_table_name, schema = tg_table_schema;
      end if;
      return new;
    end
  $$`,
  `create or replace trigger attempts_over_free_connections before insert on attempts for each row
    execute function refuse_over_held_connections()`,
  // A lease changes both fence and end. A notification changes only the fence, and a release only the end.
  `create or replace function leave_out_while_reconciling() returns trigger language plpgsql as $$
    begin
      if new.state <> 'open' or new.fence <= old.fence or new.lease_until is not distinct from old.lease_until then
        return new;
      end if;
      perform pg_advisory_xact_lock_shared(hashtextextended(new.connection, 3));
      if exists (select from reconcile_first where connection = new.connection and since is not null) then
        return null;
      end if;
      return new;
    end
  $$`,
  `create or replace trigger attempts_not_leased_while_reconciling before update of lease_until on attempts for each row
    execute function leave_out_while_reconciling()`,
]
