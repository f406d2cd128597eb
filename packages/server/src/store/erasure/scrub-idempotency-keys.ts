import { foldCase } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { OwnIds } from './own-ids.ts'
import type { ErasedPerson } from './person.ts'
import { scanTable, type ScannedTable } from './scan.ts'
import { scrubValue } from './scrub.ts'

const idempotencyKeys: ScannedTable = {
  table: 'idempotency_keys',
  key: [
    ['caller', 'text'],
    ['key', 'text'],
  ],
}

/**
 * Scrubs the stored answers of idempotency keys about a person: a repeated request then gets the answer without the person's data. A key
 * that itself contains the person's e-mail address is deleted, unless its request still runs. The attempt that the request opened can still
 * be found by a hash of the key.
 */
export const scrubIdempotencyKeys = async (
  db: Database,
  { organizationId, customerId, words }: ErasedPerson,
  { payments, all }: OwnIds,
): Promise<void> => {
  const condition = sql`answer->>'id' = any(${all}) or answer->>'customer_id' = ${customerId}
    or answer->'customer'->>'id' = ${customerId}
    or answer->'customer'->>'external_id' = ${words.externalId}
    or fold_case(answer->'customer'->>'email') = ${words.email}
    or payment_id = any(${payments}) or change_payment_id = any(${payments})
    or strpos(fold_case(key), ${words.email}) > 0 or caller = any(${all.map((id) => `widget:${id}`)})`
  for await (const keys of scanTable(db, organizationId, idempotencyKeys, condition)) {
    for (const [caller, key] of keys) {
      const place = sql`organization_id = ${organizationId} and caller = ${caller} and key = ${key}`
      const { rows } = await sql<{ answer: unknown }>`select answer from idempotency_keys where ${place}`.execute(db)
      for (const { answer } of rows) {
        if (answer === null) continue
        await sql`update idempotency_keys set answer = ${JSON.stringify(scrubValue(answer, words.texts))}::jsonb where ${place}`.execute(
          db,
        )
      }
      if (words.email !== null && key !== undefined && foldCase(key).includes(words.email))
        await sql`delete from idempotency_keys where ${place} and (answer is not null or lease_until < lease_now())`.execute(
          db,
        )
    }
  }
}
