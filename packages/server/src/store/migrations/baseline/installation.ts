/** Tables of the installation: its clocks, its keys, its organizations, and notes for its operator. */
export const installationTablesSql = [
  `create table clock (
    singleton boolean primary key default true check (singleton),
    -- Null until the first start. The server moves the clock only in a sandbox.
    mode text check (mode in ('sandbox', 'live')),
    offset_millis bigint not null default 0,
    frozen_at timestamptz,
    mover text,
    mover_until timestamptz,
    -- The target of an unfinished move of the clock, and the request that asked for it. If that request is repeated, the move continues.
    moving_to timestamptz,
    moving_for text,
    lease_offset_millis bigint not null default 0,
    lease_frozen_at timestamptz,
    constraint clock_of_live_is_the_wall_clock check (mode <> 'live' or (offset_millis = 0 and frozen_at is null))
  )`,
  `insert into clock default values`,
  // The billing clock. In sandbox it has an offset that can be moved; during a move it is a fixed instant.
  `create function billing_now() returns timestamptz language sql volatile as $$
    select date_trunc('milliseconds', coalesce(frozen_at, clock_timestamp() + offset_millis * interval '1 millisecond')) from clock
  $$`,
  // The clock of leases: the database's own, so that a server with a wrong clock does not take over work in progress. Only tests move it,
  // independently of the billing clock.
  `create function lease_now() returns timestamptz language sql volatile as $$
    select date_trunc('milliseconds',
      coalesce(lease_frozen_at, clock_timestamp() + lease_offset_millis * interval '1 millisecond')) from clock
  $$`,
  // Always refuses. Triggers call this function only if their condition is met, and the condition describes what is forbidden.
  `create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '%', tg_argv[0] || ' It is ' || new.id || '.'
        using errcode = 'check_violation', constraint = tg_name, table = tg_table_name, schema = tg_table_schema;
    end
  $$`,
  `create table server_keys (
    kid text primary key,
    purpose text not null check (purpose in ('client_token', 'card')),
    public_jwk jsonb not null,
    sealed_private_jwk bytea not null,
    created_at timestamptz not null,
    retired_at timestamptz
  )`,
  // Keys encrypted under the master secret, so that the secret can be changed.
  `create table data_keys (
    purpose text not null check (purpose in
      ('cards', 'fingerprints', 'api keys', 'element files', 'webhook secrets', 'connection credentials', 'audit', 'pages')),
    version integer not null,
    wrapped_key bytea not null,
    created_at timestamptz not null,
    primary key (purpose, version)
  )`,
  // Every file of the element that any server has served under a name with a content hash.
  `create table element_files (
    path text primary key,
    body bytea not null,
    seal bytea not null,
    created_at timestamptz not null
  )`,
  // Running servers, by the database's own clock. Each server takes its share of a processor's rate limits.
  `create table live_servers (id text primary key, seen_at timestamptz not null default clock_timestamp())`,
  `create table backups (
    id bigint generated always as identity primary key,
    -- The moment whose state the backup contains.
    at timestamptz not null,
    file text not null,
    bytes bigint not null,
    finished_at timestamptz not null default clock_timestamp()
  )`,
  `create index backups_by_moment on backups (at)`,
  // Warnings that only an operator can act on; `doctor` shows them.
  `create table operator_warnings (
    name text primary key,
    detail text not null,
    seen_at timestamptz not null
  )`,
  `create table organizations (
    id text primary key,
    name text not null,
    settings jsonb not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- When an operator archived the organization; null if none has.
    archived_at timestamptz
  )`,
  // The image in the header of our pages, as the server encoded it. The settings refer to the same file.
  `create table logos (
    organization_id text primary key references organizations,
    -- The SHA-256 of the image, and the file extension of its type.
    file text not null check (file ~ '^[0-9a-f]{64}[.](png|webp)$'),
    body bytea not null,
    created_at timestamptz not null
  )`,
  `create index logos_by_file on logos (file)`,
  `create table api_keys (
    organization_id text not null references organizations,
    id text not null,
    secret_hash bytea not null unique,
    hint text not null,
    name text,
    scopes jsonb,
    created_at timestamptz not null,
    expires_at timestamptz,
    revoked_at timestamptz,
    primary key (organization_id, id)
  )`,
  // Card numbers, for processors to which we have to send the number each time. No security code is stored, and column names reveal as
  // little as possible.
  `create table vaulted_cards (
    organization_id text not null references organizations,
    id text not null,
    sealed bytea not null,
    key_version integer not null,
    created_at timestamptz not null,
    primary key (organization_id, id)
  )`,
  `create index vaulted_cards_by_key_version on vaulted_cards (key_version)`,
  // The time up to which retention has processed each organization's old rows. Retention does not read older rows again.
  `create table retention_progress (
    organization_id text not null,
    kind text not null check (kind in ('sessions', 'calls', 'customers')),
    until timestamptz not null,
    primary key (organization_id, kind)
  )`,
  // When retention last ran, and whether it finished: `doctor` shows it.
  `create table retention_runs (
    singleton boolean primary key default true check (singleton),
    -- By the wall clock.
    ended_at timestamptz not null,
    -- False if the run reached its time limit before it had read all rows.
    is_whole boolean not null
  )`,
] as const
