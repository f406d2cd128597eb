import { type Kysely, sql } from 'kysely'
import { oneRow } from '../engine/one-row.ts'

/**
 * Lists that stay fast with a million rows: every sort has an index that also covers the snapshot, so that pages and counts are
 * read from it alone; keywords are found by trigrams; totals that take long to count are stored.
 */
export const listsAtAMillion = {
  version: 8,
  name: 'lists at a million',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
    if (await hasTrigrams(db)) for (const statement of trigrams) await sql.raw(statement).execute(db)
  },
}

const sortable = (table: string, column: string): readonly string[] => [
  `drop index if exists ${table}_by_${column}`,
  `create index ${table}_by_${column} on ${table} (organization_id, ${column}, created_at, id)`,
]

const statements = [
  ...['updated_at', 'amount', 'amount_usd'].flatMap((column) => sortable('payments', column)),
  ...['updated_at', 'email', 'full_name', 'external_id'].flatMap((column) => sortable('customers', column)),
  ...['updated_at', 'next_billing_date'].flatMap((column) => sortable('subscriptions', column)),
  `drop index subscriptions_by_customer`,
  `create index subscriptions_by_customer on subscriptions (organization_id, customer_id, created_at, id)`,
  `drop index subscriptions_by_plan`,
  `create index subscriptions_by_plan on subscriptions (organization_id, plan_id, created_at, id)`,
  `create index subscriptions_set_aside on subscriptions (held_until) where held_count > 0`,
  // A payment's row changes several times, but its search text hardly ever does. In a table of their own, its trigrams are
  // written once.
  `create table payment_texts (
    organization_id text not null,
    id text not null,
    created_at timestamptz not null,
    search_text text not null,
    primary key (organization_id, id)
  )`,
  `insert into payment_texts select organization_id, id, created_at, search_text from payments`,
  `create index payment_texts_by_created_at on payment_texts (organization_id, created_at, id)`,
  `create function keep_payment_text() returns trigger language plpgsql as $$
    begin
      insert into payment_texts values (new.organization_id, new.id, new.created_at, new.search_text)
        on conflict (organization_id, id) do update set search_text = excluded.search_text;
      return null;
    end
  $$`,
  `create trigger keep_payment_text after insert or update of search_text on payments
    for each row execute function keep_payment_text()`,
  `create table list_totals (
    organization_id text not null,
    list text not null,
    filter text not null,
    snapshot_at timestamptz not null,
    total bigint not null,
    remembered_at timestamptz not null,
    primary key (organization_id, list, filter, snapshot_at)
  )`,
  `create index list_totals_by_age on list_totals (remembered_at)`,
]

/** The trigram index of every list, by organization, so that nobody's search reads what others wrote. */
const trigrams = [
  `create extension if not exists pg_trgm`,
  `create extension if not exists btree_gin`,
  `create index payment_texts_words on payment_texts using gin (organization_id, search_text gin_trgm_ops)`,
  `create index subscriptions_words on subscriptions using gin (organization_id, id gin_trgm_ops)`,
]

/**
 * Whether this PostgreSQL has the two extensions and allows us to use them. Without them a search reads all rows of its
 * organization.
 */
const hasTrigrams = async (db: Kysely<unknown>): Promise<boolean> => {
  const { rows } = await sql<{ found: number; mayCreate: boolean }>`
    select count(*)::int as found, has_database_privilege(current_database(), 'create') as "mayCreate"
    from pg_available_extensions where name in ('pg_trgm', 'btree_gin')`.execute(db)
  const { found, mayCreate } = oneRow(rows)
  return found === 2 && mayCreate
}
