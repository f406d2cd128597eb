import { transactWithRetries } from '@billing-checkout/database'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { OwnIds } from './own-ids.ts'
import type { ErasedPerson } from './person.ts'
import { scanTable, type ScannedTable } from './scan.ts'
import { scrubValue } from './scrub.ts'

const clientSessions: ScannedTable = {
  table: 'client_sessions',
  key: [
    ['created_at', 'timestamptz'],
    ['id', 'text'],
  ],
}

/**
 * Scrubs a person's sessions, ends those that are not completed, and returns the ids of all of them. It finds sessions that belong to the
 * customer, name the customer or one of the customer's subscriptions, or contain one of the customer's payments. It finds sessions without
 * a customer by e-mail address.
 */
export const scrubSessions = async (
  db: Database,
  { organizationId, customerId, words }: ErasedPerson,
  { subscriptions }: OwnIds,
): Promise<readonly string[]> => {
  const named = sql.raw(`members->'customer'`)
  const condition = sql`customer_id = ${customerId} or ${named}->>'id' = ${customerId}
    or ${named}->>'external_id' = ${words.externalId}
    or members->'subscription'->>'id' = any(${subscriptions})
    or (customer_id is null and fold_case(${named}->>'email') = ${words.email})
    or id in (select session_id from payments
      where organization_id = ${organizationId} and customer_id = ${customerId} and session_id is not null)`
  const ids: string[] = []
  for await (const keys of scanTable(db, organizationId, clientSessions, condition)) {
    for (const [, id = ''] of keys) {
      ids.push(id)
      await scrubSession(db, organizationId, id, words.texts)
    }
  }
  return ids
}

const scrubSession = async (
  db: Database,
  organizationId: string,
  id: string,
  words: readonly string[],
): Promise<void> => {
  // Reads the session under its lock, because the merchant may change it at any time.
  const scrubLocked = async (transaction: Database): Promise<void> => {
    const { rows } = await sql<{ members: unknown; quote: unknown; taxAddress: unknown }>`
      select members, quote, tax_address from client_sessions
      where organization_id = ${organizationId} and id = ${id} for update`.execute(transaction)
    for (const { members, quote, taxAddress } of rows)
      await sql`update client_sessions set members = ${inJson(members, words)}::jsonb, quote = ${inJson(quote, words)}::jsonb,
          tax_address = ${inJson(taxAddress, words)}::jsonb,
          expires_at = case when completed_at is null then least(expires_at, billing_now()) else expires_at end
        where organization_id = ${organizationId} and id = ${id}`.execute(transaction)
  }
  await (db.isTransaction ? scrubLocked(db) : transactWithRetries(db, scrubLocked))
}

const inJson = (value: unknown, words: readonly string[]): string | null =>
  value === null ? null : JSON.stringify(scrubValue(value, words))
