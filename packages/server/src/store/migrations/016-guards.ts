import { type Kysely, sql } from 'kysely'

/** Refuses what no code may ever do to money, so that a mistake in the code is an error and not a loss (DECISIONS 55). */
export const guards = {
  version: 16,
  name: 'guards',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  // A payment has the amount of its claim. The wider key takes the place of the one without amount and currency.
  `alter table claims add constraint claims_amount unique (organization_id, id, amount, currency_code)`,
  `alter table payments
    drop constraint payments_organization_id_claim_id_fkey,
    add constraint payments_cost_what_was_claimed foreign key (organization_id, claim_id, amount, currency_code)
      references claims (organization_id, id, amount, currency_code)`,
  // One call of each kind may be on its way for a payment; several refunds may.
  `create unique index attempts_one_open on attempts (organization_id, payment_id, kind) where state = 'open' and kind <> 'refund'`,
  // The triggers' conditions describe what is forbidden, so that no function is called otherwise. They are evaluated with every
  // statement, and therefore short.
  `create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '%', tg_argv[0] || ' It is ' || new.id || '.'
        using errcode = 'check_violation', constraint = tg_name, table = tg_table_name, schema = tg_table_schema;
    end
  $$`,
  // Every allowed change of status, as in domain/src/payment/lifecycle.ts, and from PENDING to SETTLING for processors that
  // capture with the authorization.
  `create trigger payments_change_lawfully after update of payment_status on payments for each row
    when (old.payment_status <> new.payment_status and old.payment_status || ' ' || new.payment_status <> all (array[
      'PENDING AUTHORIZED', 'PENDING SETTLING', 'PENDING DECLINED', 'PENDING BLOCKED', 'PENDING FAILED',
      'PENDING CANCELLED', 'AUTHORIZED SETTLING', 'AUTHORIZED CANCELLED', 'AUTHORIZED FAILED', 'SETTLING SETTLED',
      'SETTLING FAILED'
    ]))
    execute function refuse_change('A payment''s status would change against its lifecycle.')`,
  // Never more than was paid. A payment may fail after a part of it was refunded; nothing more is refunded from then on.
  `alter table payments
    drop constraint payments_check,
    add constraint payments_refunded_once_captured check (
      refunded_amount = 0
      or (refunded_amount between 1 and amount and payment_status in ('SETTLING', 'SETTLED', 'FAILED'))
    )`,
  `create trigger payments_refunded_while_captured after update of refunded_amount on payments for each row
    when (new.refunded_amount > old.refunded_amount and new.payment_status not in ('SETTLING', 'SETTLED'))
    execute function refuse_change('Only a payment whose money was captured is refunded.')`,
  // Checked at the end of the transaction, because a refund and the sum in its payment are rows of two tables.
  `create function count_refunds() returns trigger language plpgsql as $$
    declare
      written jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
      organization text := written->>'organization_id';
      payment text := written->>tg_argv[0];
      counted bigint;
      given bigint;
    begin
      select refunded_amount into counted from payments where organization_id = organization and id = payment;
      select coalesce(sum(amount), 0) into given from refunds
        where organization_id = organization and payment_id = payment and status in ('pending', 'succeeded');
      if counted <> given then
        raise exception 'A payment counts % as refunded, but its refunds come to %. It is %.', counted, given, payment
          using errcode = 'check_violation', constraint = 'refunds_are_counted', table = tg_table_name, schema = tg_table_schema;
      end if;
      return null;
    end
  $$`,
  `create constraint trigger refunds_are_counted after insert or delete or update of amount, status, payment_id on refunds
    deferrable initially deferred for each row execute function count_refunds('payment_id')`,
  `create constraint trigger payments_count_refunds after update of refunded_amount on payments
    deferrable initially deferred for each row when (old.refunded_amount <> new.refunded_amount)
    execute function count_refunds('id')`,
]
