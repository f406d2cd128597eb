import { sumGuard } from '../sum-guard.ts'

/** Tables of refunds, and of obligations to shoppers and their banks. */
export const refundTablesSql = [
  `create table refunds (
    organization_id text not null,
    id text not null,
    payment_id text not null,
    amount bigint not null check (amount > 0),
    amount_usd bigint,
    -- The part of the payment's tax that the refund gives back, in the payment's currency, and its parts, one for each tax.
    tax_amount bigint not null default 0 check (tax_amount >= 0),
    tax_breakdown jsonb not null default '[]',
    status text not null check (status in ('pending', 'succeeded', 'failed')),
    reason text,
    processor_transaction_id text,
    -- 'processor': the refund was made at the processor and not requested here, so it has no attempt.
    source text not null default 'here' check (source in ('here', 'processor')),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, payment_id) references payments
  )`,
  `create index refunds_by_payment on refunds (organization_id, payment_id, created_at)`,
  sumGuard('refunds', { sum: 'refunded_amount', of: 'amount', counted: `status in ('pending', 'succeeded')` }),
  `create constraint trigger refunds_are_counted after insert or delete or update of amount, status, payment_id on refunds
    deferrable initially deferred for each row execute function count_refunds('payment_id')`,
  `create constraint trigger payments_count_refunds after update of refunded_amount on payments
    deferrable initially deferred for each row when (old.refunded_amount <> new.refunded_amount)
    execute function count_refunds('id')`,
  // Refunds that a processor has accepted. The processor may report only later whether a refund arrived, and may reverse it even after
  // that, so we query the processor about each refund for a month.
  `create table accepted_refunds (
    organization_id text not null,
    -- The id of the attempt that made the refund, or of the refund itself if none of our attempts did.
    id text not null,
    -- The id of the refund, if none of our attempts made it.
    found_refund_id text,
    payment_id text not null,
    connection text not null,
    -- The processor's id of the refund.
    transaction_id text not null,
    state text not null check (state in ('pending', 'succeeded', 'failed')),
    -- What the refund took from its subscription's period and credit; null if it took nothing.
    taken jsonb,
    -- When a change of plan replaced the refunded period and credited its unused part, or the period's end if the change gave no
    -- credit for it; null if no change has replaced the period.
    period_left_at timestamptz,
    -- When we next query the processor about the refund, by the billing clock; null if no query is planned.
    due_at timestamptz,
    failed_questions integer not null default 0,
    -- When the refund was accepted or, once it has arrived at the customer, when it arrived.
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
  // Obligations: what we owe a shopper or their bank, until it is done, or an operator or the server closes the obligation (DECISIONS 63).
  `create table obligations (
    organization_id text not null,
    id text not null,
    payment_id text not null,
    -- 'cancel': the cancellation of a declined charge that could still be paid.
    kind text not null check (kind in ('refund', 'void', 'cancel')),
    -- The amount to refund, void or cancel, in minor units; 0 for the cancellation of a declined verification.
    amount bigint not null,
    -- The part that another obligation now owes because this one was refunded only partly.
    rest_amount bigint not null default 0,
    currency_code text not null,
    -- The processor's id of the transaction to refund, void or cancel.
    transaction_id text not null,
    -- Whether the refund counts as a refund of the payment. Refunds of money that never counted as paid do not.
    is_counted boolean not null,
    reason text not null,
    state text not null default 'open' check (state in ('open', 'met', 'closed')),
    -- The latest attempt to fulfil the obligation. While it is open, no other attempt is made.
    attempt_id text,
    tries integer not null default 0,
    last_failure text,
    -- Since when the obligation is overdue, because it had been refused several times in a row. The server then reports it.
    overdue_since timestamptz,
    -- When the obligation is tried again, by the billing clock, unless the latest attempt is still open.
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
