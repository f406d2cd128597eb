import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { OwnIds } from './own-ids.ts'
import type { ErasedPerson } from './person.ts'
import { scrubValue, scrubText } from './scrub.ts'

/** A table whose rows belong to a customer and hold their personal data. */
interface OwnTable {
  readonly table: string
  /** The column of a row's key; absent: `id`. */
  readonly key?: string
  /** The column that refers to the owner of a row; `ownedBy` returns the ids of the owners. */
  readonly owner: string
  readonly ownedBy: (ids: OwnIds, person: ErasedPerson) => readonly string[]
  /** Columns of JSON. */
  readonly json?: readonly string[]
  /** Columns of text written by people or processors. */
  readonly texts?: readonly string[]
  /** Assignments in SQL to columns that are neither JSON nor text. */
  readonly set?: string
}

const ofCustomer = { owner: 'customer_id', ownedBy: (_: OwnIds, { customerId }: ErasedPerson) => [customerId] } as const
const ofPayment = { owner: 'payment_id', ownedBy: ({ payments }: OwnIds) => payments } as const

/**
 * The tables to scrub. `metadata` is erased, because the merchant may store anything in it. A card's fingerprint is erased, too, because it
 * identifies the card.
 */
const ownTables: readonly OwnTable[] = [
  {
    table: 'payments',
    ...ofCustomer,
    json: ['payment_method', 'lines', 'payment_details', 'authentication', 'consent', 'processor', 'status_reason'],
    set: `metadata = '{}', fingerprint = null, folded_email = null, address_hash = null,
      search_text = fold_text(concat_ws(' ', id, statement_descriptor, customer_id, subscription_id))`,
  },
  {
    table: 'payment_methods',
    ...ofCustomer,
    json: ['details', 'billing_address'],
    set: 'fingerprint = null, network_payment_id = null, authentication_id = null',
  },
  {
    table: 'subscriptions',
    ...ofCustomer,
    texts: ['deferred_reason'],
    json: ['cancellation'],
    set: `metadata = '{}'`,
  },
  { table: 'claims', ...ofCustomer, json: ['quote'] },
  {
    table: 'free_changes',
    key: 'session_id',
    owner: 'subscription_id',
    ownedBy: ({ subscriptions }) => subscriptions,
    json: ['consent', 'quote'],
  },
  {
    table: 'attempts',
    ...ofPayment,
    json: ['request', 'outcome', 'action'],
    texts: ['reference_preimage'],
  },
  { table: 'customer_credits', ...ofCustomer, set: 'reason = null' },
  { table: 'refunds', ...ofPayment, set: 'reason = null' },
  { table: 'obligations', ...ofPayment, texts: ['last_failure', 'closed_reason'] },
  { table: 'disputes', ...ofPayment, set: `metadata = '{}'` },
  {
    table: 'emails',
    owner: 'id',
    ownedBy: ({ emails }) => emails,
    json: ['facts'],
    set: 'recipient = null',
  },
  {
    table: 'declarations',
    owner: 'id',
    ownedBy: ({ declarations }) => declarations,
    set: 'email = null, email_key = null, network_key = null, full_name = null, contract = null, reason = null',
  },
  // The sandbox stores the text of emails, because it shows them instead of sending them.
  { table: 'stored_emails', owner: 'id', ownedBy: ({ emails }) => emails, set: `message = '{}'` },
  { table: 'deferred_work', owner: 'id', ownedBy: ({ all }) => all, texts: ['reason'] },
]

/** Scrubs the rows that belong to a customer. */
export const scrubOwnTables = async (db: Database, person: ErasedPerson, ids: OwnIds): Promise<void> => {
  for (const table of ownTables) await scrubRows(db, table, person, table.ownedBy(ids, person))
}

const scrubRows = async (
  db: Database,
  { table, key = 'id', owner, json = [], texts = [], set }: OwnTable,
  { organizationId, words }: ErasedPerson,
  owners: readonly string[],
): Promise<void> => {
  if (owners.length === 0) return
  const owned = sql`organization_id = ${organizationId} and ${sql.ref(owner)} = any(${owners})`
  if (set !== undefined) await sql`update ${sql.table(table)} set ${sql.raw(set)} where ${owned}`.execute(db)
  const columns = [...json, ...texts]
  if (columns.length === 0) return
  // Columns are aliased by position, because the query builder changes the spelling of names in results.
  const named = columns.map((name, at) => sql`${sql.ref(name)}::text as ${sql.ref(`column${at}`)}`)
  const { rows } = await sql<Record<string, string | null>>`
    select ${sql.ref(key)} as key, ${sql.join(named)} from ${sql.table(table)} where ${owned}`.execute(db)
  for (const row of rows) {
    const changes = columns.flatMap((name, at) => {
      const text = row[`column${at}`]
      if (text == null) return []
      const isJson = json.includes(name)
      const scrubbed = isJson ? scrubJson(text, words.texts) : scrubText(text, words.texts)
      if (scrubbed === text) return []
      return [isJson ? sql`${sql.ref(name)} = ${scrubbed}::jsonb` : sql`${sql.ref(name)} = ${scrubbed}`]
    })
    if (changes.length === 0) continue
    await sql`update ${sql.table(table)} set ${sql.join(changes)}
      where organization_id = ${organizationId} and ${sql.ref(key)} = ${row['key']}`.execute(db)
  }
}

const scrubJson = (text: string, words: readonly string[]): string =>
  JSON.stringify(scrubValue(JSON.parse(text), words))
