import { compiledCheck } from '../compiled-check.ts'

/** The table of attempts: one row for every call to a processor, written before the call is made. */
export const attemptTablesSql = [
  `create table attempts (
    organization_id text not null,
    id text not null,
    payment_id text not null,
    kind text not null,
    state text not null,
    processor text not null,
    -- The connection over which the server makes the call. No retry of the attempt uses another one.
    connection text not null,
    -- The reference that we send with the call, and the text from which we derived it (DECISIONS 59).
    processor_key text not null,
    reference_preimage text not null,
    -- Hashes of the idempotency key and of the request for which the attempt was opened; null without a key.
    key_hash text,
    request_hash text,
    carries_card_data boolean not null,
    -- Whether the server makes the call as soon as the row is committed. If false, the job that completes open attempts makes it later.
    calls_at_once boolean not null,
    request jsonb not null,
    -- The processor's id of a charge that it has prepared. It is stored before the charge is executed (DECISIONS 3).
    prepared_id text,
    outcome jsonb,
    -- The attempt over another connection that replaced this attempt.
    handed_on_to text,
    -- What the shopper has to do before the attempt can end, such as confirm at their bank, and the unguessable id of our page for it.
    action jsonb,
    action_id text,
    fence integer not null default 1,
    lease_until timestamptz not null,
    -- If true, no worker is calling the processor, and the lease ends when the next query is due.
    awaits_retry boolean not null default false,
    -- How often we have queried the processor without learning the outcome.
    tries integer not null default 0,
    -- When the event payment.outcome_unknown was recorded.
    unknown_reported_at timestamptz,
    created_at timestamptz not null,
    finished_at timestamptz,
    primary key (organization_id, id),
    foreign key (organization_id, payment_id) references payments,
    -- An attempt may be handed on to another connection only if it certainly had no effect.
    constraint attempts_handed_on_when_failed check (
      handed_on_to is null or (state = 'done' and kind in ('authorize', 'verify') and outcome->>'kind' = 'failed')
    )
  )`,
  ...compiledCheck(
    'attempts',
    'kind text, state text',
    `kind in ('authorize', 'capture', 'void', 'refund', 'verify') and state in ('open', 'done', 'closed')`,
  ),
  `create index attempts_by_payment on attempts (organization_id, payment_id)`,
  `create index attempts_open on attempts (lease_until) where state = 'open'`,
  `create unique index attempts_by_action on attempts (action_id) where action_id is not null`,
  // A payment may have several open refunds, but at most one open attempt of every other kind.
  `create unique index attempts_one_open on attempts (organization_id, payment_id, kind) where state = 'open' and kind <> 'refund'`,
  // A reference belongs to one attempt of its organization, connection and kind. The index begins with the reference, because a processor's
  // notification contains nothing else that identifies the attempt.
  `create unique index attempts_one_per_reference on attempts (processor_key, organization_id, connection, kind)`,
  // An idempotency key can open only one attempt, ever.
  `create unique index attempts_one_per_key on attempts (organization_id, key_hash) where key_hash is not null`,
  // In a processor's list, a charge has the processor's own id and no organization, so this index begins with that id.
  `create index attempts_by_transaction on attempts ((outcome->'facts'->>'transactionId'), connection, organization_id)
    where outcome is not null`,
  // Attempts are appended in the order of their opening, so the attempts of a day fill only a few pages of the table.
  `create index attempts_by_opening on attempts using brin ((request->>'openedAt')) with (pages_per_range = 32, autosummarize = on)`,
] as const
