import { compiledCheck } from '../compiled-check.ts'

/** Tables of plans, and of subscriptions to them. */
export const subscriptionTablesSql = [
  `create table plans (
    organization_id text not null references organizations,
    id text not null,
    name text not null,
    type text not null check (type in ('recurring', 'one-off')),
    interval_unit text check (interval_unit in ('days', 'months', 'years')),
    interval_count integer check (interval_count > 0),
    price jsonb not null,
    collect_tax boolean,
    trial_interval_unit text check (trial_interval_unit in ('days', 'months', 'years')),
    trial_interval_count integer check (trial_interval_count > 0),
    trial_price jsonb,
    -- Plans of one group are alternatives of one product; null: the plan is its own product.
    plan_group text,
    -- The smallest and the largest quantity that a shopper can buy; null: only one.
    quantity jsonb,
    archived_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    folded_text text generated always as (fold_text(id || ' ' || name)) stored,
    primary key (organization_id, id),
    check ((type = 'recurring') = (interval_unit is not null))
  )`,
  `create index plans_by_created_at on plans (organization_id, created_at, id)`,
  `create index plans_by_updated_at on plans (organization_id, updated_at, id)`,
  `create index plans_by_name on plans (organization_id, name, id)`,
  `create index plans_by_group on plans (organization_id, plan_group) where plan_group is not null`,
  // Archived plans are counted separately: the total of a list without them is the stored total of all plans minus the number of archived
  // plans.
  `create index plans_archived on plans (organization_id, created_at) where archived_at is not null`,
  `create table subscriptions (
    organization_id text not null,
    id text not null,
    customer_id text not null,
    plan_id text not null,
    status text not null,
    -- The price of one unit, in minor units.
    price_amount bigint not null,
    price_currency text not null,
    quantity integer not null default 1,
    trial_price_amount bigint,
    payment_method_id text,
    anchor timestamptz not null,
    trial_ends_at timestamptz,
    current_period_start timestamptz not null,
    current_period_end timestamptz not null,
    period_cost_amount bigint not null default 0,
    -- The part of the period's cost that the period's own payment covered, less refunds and disputes, net of tax.
    period_paid_amount bigint not null default 0,
    next_billing_date timestamptz,
    -- The change that is scheduled for the end of the period: its plan, the price of one unit as it was when the change was
    -- scheduled, and its quantity.
    scheduled_plan_id text,
    scheduled_price_amount bigint,
    scheduled_quantity integer,
    -- Why the subscription was cancelled: reason, comment, source and received_at.
    cancellation jsonb,
    -- The end date that the cancellation named, if it is after the current period. The subscription renews until a period ends on
    -- or after this date.
    requested_end_at timestamptz,
    balance_amount bigint not null default 0,
    -- The part of the period's cost that a change of plan has left to the next charge. The balance is lower by this part.
    deferred_cost_amount bigint not null default 0,
    -- The sources of the credit in the balance, the oldest first (DECISIONS 124).
    credit_entries jsonb,
    -- The tax rule under which cost and balance are counted; null without tax.
    paid_tax jsonb,
    country_of_sale text not null,
    -- The latest change of plan, with what it replaced (DECISIONS 207).
    plan_change jsonb,
    -- The discount on later charges, as it was redeemed, and the discount of the current period; null: none.
    discount jsonb,
    period_discount jsonb,
    attempt_count integer not null default 0,
    attempts_max integer not null,
    past_due_since timestamptz,
    gives_up_at timestamptz,
    -- When we next ask the customer of a past-due subscription to add a payment method.
    method_wanted_at timestamptz,
    failure_count integer not null default 0,
    -- The payment that paid for the current period.
    period_payment_id text,
    -- The pending payment of the next period. Until its outcome is known, no other work on the subscription falls due.
    renewal_payment_id text,
    -- The claim of the current period, if its payment was approved and failed later. It must be paid before anything else.
    owed_claim_id text,
    -- The period's payment that was approved but whose money never arrived, if its amount was put on the balance.
    lost_payment_id text,
    -- Until when the subscription's due work is deferred, after how many consecutive failures, and why.
    deferred_until timestamptz,
    tries integer not null default 0,
    deferred_reason text,
    lease_until timestamptz,
    noticed_period_end timestamptz,
    -- The announcement_key for which email notices were planned, and when the next notice is due.
    announced_for text,
    announce_at timestamptz,
    -- When a worker next has to renew, retry or end the subscription. PostgreSQL computes it, so that no update of a status or
    -- date can leave it stale.
    due_at timestamptz generated always as (
      case
        when renewal_payment_id is not null then null
        when status = 'scheduled_for_cancellation' then greatest(current_period_end, deferred_until)
        when status = 'past_due' then greatest(coalesce(next_billing_date, least(gives_up_at, method_wanted_at)), deferred_until)
        when status in ('trial', 'active') then greatest(next_billing_date, deferred_until)
        -- A worker moves the cancelled subscription's credit to the customer (DECISIONS 178).
        when status = 'cancelled' and balance_amount > 0 then greatest(updated_at, deferred_until)
      end
    ) stored,
    -- When to tell the customer about the next charge: 7 days before it, 30 days if the period is a year or longer, but not before
    -- the period starts.
    notice_due_at timestamptz generated always as (
      case when status in ('trial', 'active') and noticed_period_end is distinct from current_period_end then
        greatest(current_period_start, ((current_period_end at time zone 'UTC') - case
          when current_period_end - current_period_start >= interval '365 days' then interval '30 days'
          else interval '7 days'
        end) at time zone 'UTC')
      end
    ) stored,
    announcement_key text not null generated always as (
      coalesce(scheduled_plan_id, plan_id) || ' ' || (coalesce(scheduled_price_amount, price_amount) * coalesce(scheduled_quantity, quantity))::text || ' ' || coalesce(payment_method_id, '') || ' ' || extract(epoch from current_period_end at time zone 'UTC')::text
    ) stored,
    announcement_due_at timestamptz generated always as (
      case when status in ('trial', 'active') then
        case when announced_for is distinct from
          (coalesce(scheduled_plan_id, plan_id) || ' ' || (coalesce(scheduled_price_amount, price_amount) * coalesce(scheduled_quantity, quantity))::text || ' ' || coalesce(payment_method_id, '') || ' ' || extract(epoch from current_period_end at time zone 'UTC')::text)
        then current_period_start else announce_at end
      end
    ) stored,
    -- The moment at which the charged card expires; null if it never does.
    card_expires_at timestamptz,
    -- The card_warning_key of the latest warning to the customer.
    card_warned_for text,
    card_warning_key text generated always as (
      payment_method_id || ' ' || extract(epoch from current_period_end at time zone 'UTC')::text
    ) stored,
    card_warning_due_at timestamptz generated always as (
      case when status in ('trial', 'active') and card_expires_at <= current_period_end and coalesce(scheduled_price_amount, price_amount) > 0
        and card_warned_for is distinct from (payment_method_id || ' ' || extract(epoch from current_period_end at time zone 'UTC')::text)
      then greatest(current_period_start, ((current_period_end at time zone 'UTC') - interval '14 days') at time zone 'UTC') end
    ) stored,
    metadata jsonb not null default '{}',
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, customer_id) references customers,
    foreign key (organization_id, plan_id) references plans,
    foreign key (organization_id, scheduled_plan_id) references plans,
    foreign key (organization_id, payment_method_id) references payment_methods
  )`,
  ...compiledCheck(
    'subscriptions',
    `status text, price_amount bigint, trial_price_amount bigint, current_period_start timestamptz,
      current_period_end timestamptz, past_due_since timestamptz, scheduled_plan_id text,
      scheduled_price_amount bigint, quantity integer, scheduled_quantity integer, cancellation jsonb,
      requested_end_at timestamptz`,
    `status in ('trial', 'active', 'past_due', 'cancelled', 'scheduled_for_cancellation')
      and price_amount between 0 and 1000000000000
      and quantity between 1 and 100000
      and scheduled_quantity between 1 and 100000
      and trial_price_amount between 0 and 1000000000000
      and current_period_start < current_period_end
      and (status = 'past_due') = (past_due_since is not null)
      and (scheduled_plan_id is null) = (scheduled_price_amount is null)
      and (scheduled_plan_id is null) = (scheduled_quantity is null)
      and (scheduled_plan_id is null or status in ('trial', 'active', 'past_due'))
      and (cancellation is null or (requested_end_at is null) = (status in ('cancelled', 'scheduled_for_cancellation')))
      and (requested_end_at is null or cancellation is not null)`,
  ),
  `create index subscriptions_by_customer on subscriptions (organization_id, customer_id, created_at, id)`,
  `create index subscriptions_by_plan on subscriptions (organization_id, plan_id, created_at, id)`,
  `create index subscriptions_by_created_at on subscriptions (organization_id, created_at, id)`,
  `create index subscriptions_by_updated_at on subscriptions (organization_id, updated_at, created_at, id)`,
  `create index subscriptions_by_status on subscriptions (organization_id, status, created_at, id)`,
  `create index subscriptions_by_next_billing_date on subscriptions (organization_id, next_billing_date, created_at, id)`,
  `create index subscriptions_with_discount on subscriptions (organization_id, (discount->>'id'), created_at, id) where discount is not null`,
  `create index subscriptions_by_quantity on subscriptions (organization_id, quantity, created_at, id)`,
  `create index subscriptions_with_change on subscriptions (organization_id, created_at, id) where scheduled_plan_id is not null`,
  `create index subscriptions_due on subscriptions (due_at) where due_at is not null`,
  `create index subscriptions_to_notice on subscriptions (notice_due_at) where notice_due_at is not null`,
  // The index starts with the organization, because only organizations that send emails are searched.
  `create index subscriptions_to_announce on subscriptions (organization_id, announcement_due_at) where announcement_due_at is not null`,
  `create index subscriptions_to_warn on subscriptions (card_warning_due_at) where card_warning_due_at is not null`,
  `create index subscriptions_postponed on subscriptions (next_billing_date) where deferred_reason like 'late_notice%'`,
  `create index subscriptions_deferred on subscriptions (deferred_until) where tries > 0`,
] as const
