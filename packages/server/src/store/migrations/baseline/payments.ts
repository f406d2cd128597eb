import { compiledCheck } from '../compiled-check.ts'

/**
 * The table of payments and its indexes. Its partial unique indexes make money move exactly once: the schema refuses what the code must not
 * do.
 */
export const paymentTablesSql = [
  `create table payments (
    organization_id text not null,
    id text not null,
    claim_id text not null,
    session_id text,
    -- The payment link of which this payment uses up one purchase; null once the purchase was given back to the link.
    link_id text,
    -- The discount of which this payment uses up one redemption; null once the redemption was given back to the discount.
    discount_id text,
    customer_id text not null,
    plan_id text not null,
    -- The plan's group when the payment began. A customer has one trial in each group.
    plan_group text,
    subscription_id text,
    payment_method_id text,
    purpose text not null,
    amount bigint not null,
    -- The customer's credit that reduced the amount.
    credit_amount bigint not null default 0,
    -- The amount that the processor actually collected; null if that is the payment's amount.
    collected_amount bigint,
    amount_usd bigint,
    currency_code text not null,
    -- The lines of the frozen quote.
    lines jsonb not null,
    exchange jsonb,
    payment_status text not null,
    payment_type text not null,
    payment_token_type text,
    payment_method jsonb,
    fingerprint text,
    -- The buyer's folded e-mail address, if the sale has a trial or a discount. The customer's own address may change later.
    folded_email text,
    -- The shopper's network address as a keyed hash, which we can compare but not read.
    address_hash text,
    metadata jsonb not null default '{}',
    statement_descriptor text,
    refunded_amount bigint not null default 0,
    disputed_amount bigint not null default 0,
    avs_check jsonb,
    cvc_check jsonb,
    payment_details jsonb,
    processor jsonb,
    status_reason jsonb,
    tax jsonb,
    authentication jsonb,
    consent jsonb,
    due_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    search_text text not null,
    primary key (organization_id, id),
    -- A payment has the customer, amount and currency of its claim. The claim's own foreign key ensures that the customer exists.
    constraint payments_pay_their_claims foreign key (organization_id, claim_id, amount, currency_code, customer_id)
      references claims (organization_id, id, amount, currency_code, customer_id),
    foreign key (organization_id, link_id) references payment_links,
    foreign key (organization_id, discount_id) references discounts,
    foreign key (organization_id, plan_id) references plans,
    foreign key (organization_id, subscription_id) references subscriptions,
    foreign key (organization_id, payment_method_id) references payment_methods
  )`,
  `alter table declaration_effects add foreign key (organization_id, payment_id) references payments`,
  ...compiledCheck(
    'payments',
    `payment_status text, payment_type text, payment_token_type text, amount bigint, refunded_amount bigint,
      collected_amount bigint, disputed_amount bigint`,
    // Refunds never exceed the payment's amount. A FAILED payment may have refunds, if it failed after a part of it was refunded.
    `payment_status in ('PENDING', 'FAILED', 'AUTHORIZED', 'SETTLING', 'SETTLED', 'DECLINED', 'BLOCKED', 'CANCELLED')
      and payment_type in ('MIT', 'CIT')
      and payment_token_type in ('CARD_PAN', 'NETWORK_TOKEN', 'PROCESSOR_TOKEN')
      and amount between 0 and 1000000000000
      and collected_amount >= 0
      and disputed_amount >= 0
      and (refunded_amount = 0
        or (refunded_amount between 1 and amount and payment_status in ('SETTLING', 'SETTLED', 'FAILED')))`,
  ),
  `create unique index payments_one_per_claim on payments (organization_id, claim_id)
    where payment_status in ('PENDING', 'AUTHORIZED', 'SETTLING', 'SETTLED')`,
  `create unique index payments_one_per_session on payments (organization_id, session_id)
    where session_id is not null and payment_status in ('PENDING', 'AUTHORIZED', 'SETTLING', 'SETTLED')`,
  `create unique index payments_one_unfinished_per_subscription on payments (organization_id, subscription_id)
    where subscription_id is not null and payment_status = 'PENDING'`,
  `create unique index payments_one_unfinished_per_plan on payments (organization_id, customer_id, plan_id)
    where payment_status = 'PENDING' and purpose <> 'renew'`,
  `create unique index payments_one_unfinished_per_group on payments (organization_id, customer_id, plan_group)
    where payment_status = 'PENDING' and purpose <> 'renew' and plan_group is not null`,
  `create index payments_by_session on payments (organization_id, session_id, created_at) where session_id is not null`,
  `create index payments_by_customer on payments (organization_id, customer_id, created_at)`,
  `create index payments_by_subscription on payments (organization_id, subscription_id, created_at)`,
  `create index payments_by_group on payments (organization_id, plan_group) where plan_group is not null`,
  // Every sort order of the list has an index that also covers the snapshot, so that pages and counts are read from the index alone.
  `create index payments_by_created_at on payments (organization_id, created_at, id)`,
  ...['updated_at', 'amount', 'amount_usd'].map(
    (column) => `create index payments_by_${column} on payments (organization_id, ${column}, created_at, id)`,
  ),
  // These indexes find who has redeemed a discount, and with which card.
  `create index payments_by_redeemer on payments (organization_id, discount_id, customer_id) where discount_id is not null`,
  `create index payments_by_redeeming_card on payments (organization_id, discount_id, fingerprint)
    where discount_id is not null`,
  `create index payments_by_status on payments (organization_id, payment_status, created_at, id)`,
  `create index payments_by_currency on payments (organization_id, currency_code, created_at, id)`,
  `create index payments_by_statement_descriptor on payments (organization_id, statement_descriptor, created_at, id)`,
  // This index finds whether an e-mail address has had a trial.
  `create index payments_by_email on payments (organization_id, folded_email) where folded_email is not null`,
  // Velocity rules count attempts by card and by network address.
  `create index payments_by_card on payments (organization_id, fingerprint, created_at) where fingerprint is not null`,
  `create index payments_by_address on payments (organization_id, address_hash, created_at) where address_hash is not null`,
  // The limit of declines counts a payment as declined while its call is running. This index finds such payments of a network address.
  `create index payments_unfinished_by_address on payments (organization_id, address_hash)
    where address_hash is not null and payment_status = 'PENDING'`,
  // Every charge queries its customer's unfinished payments; the index contains only those.
  `create index payments_unfinished_by_customer on payments (organization_id, customer_id)
    where payment_status = 'PENDING'`,
  `create index payments_settling on payments (due_at) where payment_status = 'SETTLING'`,
  // All allowed status transitions, as in domain/src/payment/lifecycle.ts. In addition, a payment may change from PENDING to SETTLING, for
  // processors that authorize and capture at once.
  `create function breaks_lifecycle(before text, after text) returns boolean
    language plpgsql immutable parallel safe as $$
    begin
      return before <> after and before || ' ' || after not in (
        'PENDING AUTHORIZED', 'PENDING SETTLING', 'PENDING DECLINED', 'PENDING BLOCKED', 'PENDING FAILED',
        'PENDING CANCELLED', 'AUTHORIZED SETTLING', 'AUTHORIZED CANCELLED', 'AUTHORIZED FAILED', 'SETTLING SETTLED',
        'SETTLING FAILED'
      );
    end
  $$`,
  `create trigger payments_change_lawfully after update of payment_status on payments for each row
    when (breaks_lifecycle(old.payment_status, new.payment_status))
    execute function refuse_change('A payment''s status would change against its lifecycle.')`,
  `create trigger payments_refunded_while_captured after update of refunded_amount on payments for each row
    when (new.refunded_amount > old.refunded_amount and new.payment_status not in ('SETTLING', 'SETTLED'))
    execute function refuse_change('Only a payment whose money was captured is refunded.')`,
  // A payment's row changes several times, but its search text hardly ever. A separate table makes PostgreSQL write the trigrams only once.
  // One index is both the key of a payment's text and the sort order of a search.
  `create table payment_texts (
    organization_id text not null,
    id text not null,
    created_at timestamptz not null,
    search_text text not null,
    primary key (organization_id, created_at, id)
  )`,
  `create function keep_payment_texts() returns trigger language plpgsql as $$
    begin
      insert into payment_texts
        select organization_id, id, created_at, text_of_payment(search_text, payment_method) from written;
      return null;
    end
  $$`,
  `create trigger keep_payment_texts after insert on payments referencing new table as written
    for each statement execute function keep_payment_texts()`,
  // The digits of a wallet's card are known only after the processor has answered, so the text is written again if they change.
  `create function keep_payment_text() returns trigger language plpgsql as $$
    begin
      update payment_texts set search_text = text_of_payment(new.search_text, new.payment_method)
        where organization_id = new.organization_id and created_at = new.created_at and id = new.id;
      return null;
    end
  $$`,
  `create trigger keep_payment_text after update of search_text, payment_method on payments
    for each row when (
      text_of_payment(old.search_text, old.payment_method) <> text_of_payment(new.search_text, new.payment_method)
    ) execute function keep_payment_text()`,
  // What shoppers agreed to is stored with payments and with changes without a payment; this view combines both.
  `create view consents as
    select paid.organization_id, 'consent_' || substr(paid.id, 5) as id, paid.id as payment_id,
      paid.subscription_id, paid.customer_id, paid.session_id, paid.purpose, paid.plan_id, paid.consent,
      claims.quote, paid.created_at
    from payments as paid
    join claims on claims.organization_id = paid.organization_id and claims.id = paid.claim_id
    where paid.consent is not null
    union all
    select free.organization_id, 'consent_' || free.session_id, null, free.subscription_id,
      subscriptions.customer_id, free.session_id, free.purpose, free.plan_id, free.consent, free.quote,
      free.created_at
    from free_changes as free
    join subscriptions on subscriptions.organization_id = free.organization_id
      and subscriptions.id = free.subscription_id`,
] as const
