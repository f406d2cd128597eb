/** Tables of refunds, and of obligations to shoppers and their banks. */
export const refunds = [
  `create table refunds (
    organization_id text not null,
    id text not null,
    payment_id text not null,
    amount bigint not null check (amount > 0),
    amount_usd bigint,
    -- The tax that goes back with it, in the payment's currency, and each tax in it by its name: a place may have two.
    tax_amount bigint not null default 0 check (tax_amount >= 0),
    tax_breakdown jsonb not null default '[]',
    status text not null check (status in ('pending', 'succeeded', 'failed')),
    reason text,
    processor_transaction_id text,
    -- 'processor': it was made there without being asked for here, and no attempt stands for it.
    source text not null default 'here' check (source in ('here', 'processor')),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, payment_id) references payments
  )`,
  `create index refunds_by_payment on refunds (organization_id, payment_id, created_at)`,
  // Checked when the transaction ends, because a refund and the payment's refunded sum are rows of two tables.
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
  // Refunds that a processor has accepted. The processor may report only later whether a refund arrived, and may reverse it even after
  // that, so we query the processor about each refund for a month.
  `create table accepted_refunds (
    organization_id text not null,
    -- That of the attempt by which it was made.
    id text not null,
    -- The refund that it is, if no attempt of ours has made it.
    found_refund_id text,
    payment_id text not null,
    connection text not null,
    -- The processor's id of the refund.
    transaction_id text not null,
    state text not null check (state in ('pending', 'succeeded', 'failed')),
    -- What it took of its subscription's period and credit, if it took anything.
    taken jsonb,
    -- When the rest of that period was exchanged by a change, or the period's end if the change gave no credit for the rest.
    period_left_at timestamptz,
    -- When the processor is asked about it, by the billing clock; null when it is not asked any more.
    due_at timestamptz,
    failed_questions integer not null default 0,
    -- When it was accepted, or has arrived since.
    state_since timestamptz not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, payment_id) references payments,
    check (due_at is null or state <> 'failed')
  )`,
  `create index accepted_refunds_to_ask_about on accepted_refunds (due_at) where due_at is not null`,
  `create index accepted_refunds_pending on accepted_refunds (state_since) where state = 'pending'`,
  `create index accepted_refunds_of_payment on accepted_refunds (organization_id, payment_id)`,
  `create index accepted_refunds_by_transaction on accepted_refunds (connection, transaction_id)`,
  // Obligations: what we owe a shopper or their bank, until it is done or an operator closes it (DECISIONS 63).
  `create table obligations (
    organization_id text not null,
    id text not null,
    payment_id text not null,
    -- 'cancel': to cancel what was declined and could still be paid.
    kind text not null check (kind in ('refund', 'void', 'cancel')),
    -- What is given back or let go, in minor units; 0 if a method was only verified.
    amount bigint not null,
    -- What it left to another obligation, because less was refunded for it.
    rest_amount bigint not null default 0,
    currency_code text not null,
    -- The processor's id of what is given back or let go.
    transaction_id text not null,
    -- Whether what goes back is counted as a refund of the payment: not if the payment never counted as paid.
    is_counted boolean not null,
    reason text not null,
    state text not null default 'open' check (state in ('open', 'met', 'closed')),
    -- The latest try; while it is open nothing else is tried.
    attempt_id text,
    tries integer not null default 0,
    last_failure text,
    -- Since when it has been refused again and again; then it is told.
    overdue_since timestamptz,
    -- When it is tried again, by the billing clock, unless the latest try is still open.
    due_at timestamptz not null,
    closed_reason text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, payment_id) references payments,
    constraint obligations_amount_check check (amount > 0 or kind = 'cancel' and amount = 0)
  )`,
  `create index obligations_open on obligations (due_at) where state = 'open'`,
  `create index obligations_by_payment on obligations (organization_id, payment_id)`,
] as const
