import { compiledCheck } from '../compiled-check.ts'

/** Tables of checkouts, their claims and their changes without a payment, of declarations, and of the portal. */
export const sessionTablesSql = [
  // Discounts on the price of plans.
  `create table discounts (
    organization_id text not null references organizations,
    id text not null,
    name text not null,
    code text,
    percent_hundredths int check (percent_hundredths between 1 and 10000),
    amount_off bigint check (amount_off between 1 and 1000000000000),
    amount_currency text,
    duration text not null check (duration in ('once', 'periods', 'forever')),
    periods int check (periods > 0),
    plans jsonb not null,
    max_redemptions int check (max_redemptions > 0),
    max_per_customer int check (max_per_customer > 0),
    starts_at timestamptz,
    ends_at timestamptz,
    archived_at timestamptz,
    -- The number of purchases that redeemed the discount, and of pending payments that may still do so.
    redeemed int not null default 0 check (redeemed >= 0),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    check ((percent_hundredths is null) != (amount_off is null)),
    check ((amount_off is null) = (amount_currency is null)),
    check ((periods is not null) = (duration = 'periods'))
  )`,
  `create unique index discounts_id on discounts (id)`,
  `create unique index discounts_by_code on discounts (organization_id, fold_text(code)) where code is not null`,
  `create index discounts_listed on discounts (organization_id, created_at, id)`,
  // Links through which any shopper can buy a plan.
  `create table payment_links (
    organization_id text not null references organizations,
    id text not null,
    plan_id text not null,
    quantity integer not null default 1 check (quantity between 1 and 100000),
    discount_id text,
    active boolean not null default true,
    max_uses int check (max_uses > 0),
    -- The number of purchases, and of payments whose outcome is not known yet.
    uses int not null default 0 check (uses >= 0),
    expires_at timestamptz,
    return_url text,
    -- The number of declines in the hour that began with the first of them, the wall-clock time of that first decline, and the
    -- number of uses before it.
    declines int not null default 0,
    declines_began_at timestamptz,
    uses_before int not null default 0,
    -- When to pause the link because of these declines; null if the link stays active.
    pause_due_at timestamptz,
    paused_at timestamptz check (paused_at is null or not active),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, plan_id) references plans,
    foreign key (organization_id, discount_id) references discounts
  )`,
  `create index payment_links_to_pause on payment_links (pause_due_at) where pause_due_at is not null`,
  `create unique index payment_links_id on payment_links (id)`,
  `create index payment_links_listed on payment_links (organization_id, created_at, id)`,
  `create index payment_links_of_plan on payment_links (organization_id, plan_id, created_at, id)`,
  `create table client_sessions (
    organization_id text not null references organizations,
    id text not null,
    members jsonb not null,
    customer_id text,
    quote jsonb,
    -- The country, state and postal code that the shopper entered at this checkout. Only tax depends on them, not the price.
    tax_address jsonb,
    trial_refused boolean not null default false,
    -- Whether the card has already redeemed the discount as often as one customer may.
    discount_refused boolean not null default false,
    -- Whether the shopper chose to change a subscription that they have instead of buying another.
    changes_instead boolean not null default false,
    -- Our page that shows the checkout; null if no page of ours shows it.
    hosted_as text check (hosted_as in ('checkout', 'recovery', 'link')),
    -- The payment link that opened the checkout.
    link_id text,
    -- The portal session that opened the checkout. It may have been deleted since.
    portal_session_id text,
    expires_at timestamptz not null,
    completed_at timestamptz,
    -- When the checkout was completed, by the wall clock.
    completed_wall timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, link_id) references payment_links,
    check ((link_id is not null) = (hosted_as is not distinct from 'link'))
  )`,
  `create unique index client_sessions_id on client_sessions (id)`,
  `create index client_sessions_of_recovery on client_sessions (organization_id, (members->'subscription'->>'id'))
    where hosted_as = 'recovery'`,
  `create index client_sessions_of_portal on client_sessions (organization_id, portal_session_id) where portal_session_id is not null`,
  `create index client_sessions_by_created_at on client_sessions (organization_id, created_at, id)`,
  // Support staff look for abandoned checkouts by the e-mail address of the shopper.
  `create index client_sessions_by_email on client_sessions (organization_id, fold_text(members->'customer'->>'email'), created_at)
    where members->'customer'->>'email' is not null`,
  // Links with which customers pay what a subscription owes, or undo its cancellation. A link contains a token of 160 bits, and the server
  // finds the link by the token's hash.
  `create table recovery_links (
    organization_id text not null,
    id text not null,
    subscription_id text not null,
    -- Since when the subscription was past due; the link ends once that debt is paid. Null: the link undoes a cancellation.
    past_due_since timestamptz,
    token_hash text not null,
    -- The number of checkout sessions that the link opened.
    uses integer not null default 0,
    -- By the wall clock.
    expires_at timestamptz not null,
    created_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, subscription_id) references subscriptions
  )`,
  `create unique index recovery_links_by_token on recovery_links (token_hash)`,
  `create index recovery_links_of_subscription on recovery_links (organization_id, subscription_id)`,
  `create index recovery_links_by_expiry on recovery_links (expires_at)`,
  // One row for every amount owed. Its price is frozen when the row is made, and payments refer to it.
  `create table claims (
    organization_id text not null,
    id text not null,
    kind text not null,
    customer_id text not null,
    plan_id text not null,
    subscription_id text,
    session_id text,
    period_start timestamptz,
    amount bigint not null,
    currency_code text not null,
    quote jsonb not null,
    created_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, customer_id) references customers,
    foreign key (organization_id, subscription_id) references subscriptions,
    foreign key (organization_id, session_id) references client_sessions
  )`,
  ...compiledCheck(
    'claims',
    'kind text, amount bigint',
    `kind in ('checkout', 'merchant', 'period', 'change') and amount between 0 and 1000000000000`,
  ),
  `create unique index claims_period on claims (organization_id, subscription_id, period_start) where kind = 'period'`,
  `create index claims_by_session on claims (organization_id, session_id) where session_id is not null`,
  `create unique index claims_as_paid on claims (organization_id, id, amount, currency_code, customer_id)`,
  `create trigger claims_keep_customer after update of customer_id on claims for each row
    when (old.customer_id <> new.customer_id) execute function refuse_change('A claim would change hands.')`,
  // Changes that shoppers made without a payment. A session completes once, so it makes at most one change.
  `create table free_changes (
    organization_id text not null,
    session_id text not null,
    subscription_id text not null,
    purpose text not null check (purpose in ('change_plan', 'resume')),
    plan_id text not null,
    consent jsonb not null,
    quote jsonb not null,
    created_at timestamptz not null,
    primary key (organization_id, session_id)
  )`,
  `create index free_changes_of_subscription on free_changes (organization_id, subscription_id, created_at)`,
  // The list of consents reads the latest free changes and the latest payments without sorting all of an organization's rows.
  `create index free_changes_in_order on free_changes (organization_id, created_at)`,
  // What consumers declared without signing in: the cancellation of a contract, or a withdrawal from it.
  `create table declarations (
    organization_id text not null,
    id text not null,
    kind text not null check (kind in ('cancel', 'withdraw')),
    for_cause boolean not null,
    -- The address as the consumer typed it; null after an erasure.
    email text,
    email_key text,
    full_name text,
    contract text,
    reason text,
    requested_end_at timestamptz,
    -- Hash of the page's form and the typed text; null if no page of ours sent the declaration.
    form_key text,
    -- Keyed hash of the sender's network address; null if no page of ours sent the declaration, and after an erasure.
    network_key text,
    -- Whether one of our pages had to acknowledge the declaration on receipt.
    is_acknowledged boolean not null,
    -- When the declaration takes effect, by the billing clock; null once it has taken effect.
    due_at timestamptz,
    -- By the wall clock.
    received_at timestamptz not null,
    created_at timestamptz not null,
    primary key (organization_id, id)
  )`,
  `create index declarations_listed on declarations (organization_id, created_at, id)`,
  `create unique index declarations_by_form on declarations (organization_id, form_key) where form_key is not null`,
  `create index declarations_due on declarations (due_at, id) where due_at is not null`,
  `create index declarations_by_network on declarations (organization_id, network_key, created_at) where network_key is not null`,
  `create index declarations_by_email on declarations (organization_id, email_key) where email_key is not null`,
  // The effect of each declaration on each contract. A declaration that matches no contract has no row.
  `create table declaration_effects (
    organization_id text not null,
    declaration_id text not null,
    -- The id of the subscription, or of the payment of a purchase without a subscription.
    contract_id text not null,
    subscription_id text,
    payment_id text,
    customer_id text not null,
    outcome text not null check (outcome in (
      'scheduled', 'ended', 'withdrawn', 'change_withdrawn', 'too_late', 'no_right', 'right_lost', 'left_to_merchant'
    )),
    ends_at timestamptz,
    refunds jsonb not null,
    refund_at timestamptz,
    owed_back jsonb not null,
    primary key (organization_id, declaration_id, contract_id),
    check (contract_id = coalesce(subscription_id, payment_id)),
    foreign key (organization_id, declaration_id) references declarations,
    foreign key (organization_id, subscription_id) references subscriptions,
    foreign key (organization_id, customer_id) references customers
  )`,
  `create index declaration_effects_by_contract on declaration_effects (organization_id, contract_id)`,
  `create index declaration_effects_by_subscription on declaration_effects (organization_id, subscription_id)
    where subscription_id is not null`,
  `create index declaration_effects_by_customer on declaration_effects (organization_id, customer_id)`,
  // Customers' sessions in the portal. Tokens of 160 bits open a session, and the server finds the session by a token's hash.
  `create table portal_sessions (
    organization_id text not null,
    id text not null,
    customer_id text not null,
    locale text,
    return_url text,
    link_hash text,
    -- The times of this table are wall-clock, except created_at.
    link_expires_at timestamptz not null,
    cookie_hash text,
    expires_at timestamptz not null,
    ended_at timestamptz,
    created_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, customer_id) references customers
  )`,
  `create unique index portal_sessions_by_link on portal_sessions (link_hash) where link_hash is not null`,
  `create unique index portal_sessions_by_cookie on portal_sessions (cookie_hash) where cookie_hash is not null`,
  `create index portal_sessions_of_customer on portal_sessions (organization_id, customer_id)`,
  `create index portal_sessions_by_expiry on portal_sessions (expires_at)`,
  // Links into the portal that were sent to e-mail addresses.
  `create table portal_links (
    organization_id text not null references organizations,
    id text not null,
    kind text not null check (kind in ('sign_in', 'new_email', 'old_email')),
    customer_id text,
    portal_session_id text,
    email text not null,
    token_hash text not null,
    -- By the wall clock.
    expires_at timestamptz not null,
    created_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, customer_id) references customers,
    check ((customer_id is null) = (kind = 'sign_in'))
  )`,
  `create index portal_links_of_customer on portal_links (organization_id, customer_id) where customer_id is not null`,
  `create unique index portal_links_by_token on portal_links (token_hash)`,
  `create index portal_links_by_email on portal_links (organization_id, fold_case(email))`,
  `create index portal_links_by_expiry on portal_links (expires_at)`,
] as const
