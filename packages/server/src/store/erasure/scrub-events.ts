import { oneRow } from '@billing-checkout/database'
import { sql } from 'kysely'
import { hmacOfParts } from '../audit/digests.ts'
import { erasedPartsOf, signErased } from '../audit/erased-rows.ts'
import type { EventToDigest } from '../audit/read-sealed-rows.ts'
import type { Database } from '../database.ts'
import type { OwnIds } from './own-ids.ts'
import type { ErasedPerson, ScrubOptions } from './person.ts'
import { scrubValue } from './scrub.ts'

/** How many sequence numbers of the log are read at once. */
const sequencesPerRead = 20_000

/**
 * Scrubs the events about a person: the object, its earlier values, and the network address. The HMAC of the scrubbed parts replaces their
 * salt, so the chain over them remains valid. Returns the events' ids, and whether the scrub reached the end of the log.
 */
export const scrubEvents = async (
  db: Database,
  person: ErasedPerson,
  ids: OwnIds,
  { auditKey, isLate = () => false }: ScrubOptions,
): Promise<{ readonly ids: readonly string[]; readonly isWhole: boolean }> => {
  const { organizationId } = person
  const found: string[] = []
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(sequence) as first, max(sequence) as last from events where organization_id = ${organizationId}`.execute(
    db,
  )
  const { first, last } = oneRow(rows)
  for (let after = (first ?? 1) - 1; after < (last ?? 0); after += sequencesPerRead) {
    if (isLate()) return { ids: found, isWhole: false }
    for (const event of await findTheirs(db, person, ids, after)) {
      await scrubEvent(db, person, event, auditKey)
      found.push(event.id)
    }
  }
  return { ids: found, isWhole: true }
}

const findTheirs = async (
  db: Database,
  { organizationId, customerId }: ErasedPerson,
  { payments, all }: OwnIds,
  after: number,
): Promise<readonly CopiedEvent[]> => {
  const { rows } = await sql<CopiedEvent>`
    select id, sequence, object::text as object, before::text as before, address, salt::text as salt, sealed_parts,
      erased_signature
    from events where organization_id = ${organizationId} and sequence > ${after} and sequence <= ${after + sequencesPerRead}
      and (object->>'id' = any(${all}) or object->'customer'->>'id' = ${customerId}
        or object->>'customer_id' = ${customerId} or object->>'payment_id' = any(${payments}))`.execute(db)
  return rows
}

type CopiedEvent = Pick<
  EventToDigest,
  'id' | 'sequence' | 'object' | 'before' | 'address' | 'salt' | 'sealedParts' | 'erasedSignature'
>

const scrubEvent = async (
  db: Database,
  { organizationId, words }: ErasedPerson,
  { id, sequence, object, before, address, salt, sealedParts, erasedSignature }: CopiedEvent,
  auditKey: Uint8Array,
): Promise<void> => {
  const scrubbed = (text: string | null) =>
    text === null ? null : JSON.stringify(scrubValue(JSON.parse(text), words.texts))
  // Signs the text as the database normalizes it, because a later read returns the normalized text.
  const { rows } = await sql<{ object: string; before: string | null }>`
    select ${scrubbed(object)}::jsonb::text as object, ${scrubbed(before)}::jsonb::text as before`.execute(db)
  const left = oneRow(rows)
  if (salt === null && address === null && left.object === object && left.before === before) return
  const parts = [object, before, address]
  const hmac = hmacOfParts({ parts, salt, sealedParts })
  const row = { organizationId, id, salt, sealedParts, erasedSignature, parts }
  // Without this check, an attacker that had tampered with an erased row would get the change signed.
  const maySign = sealedParts === null || erasedPartsOf(auditKey, row) !== null
  const remains = { organizationId, id, parts: [left.object, left.before, null] }
  const signature = maySign
    ? sql`, erased_signature = ${signErased(auditKey, { ...remains, sealedParts: hmac })}`
    : sql``
  await sql`update events set object = ${left.object}::jsonb, before = ${left.before}::jsonb,
      address = null, salt = null, sealed_parts = ${hmac} ${signature}
    where organization_id = ${organizationId} and id = ${id} and sequence = ${sequence}`.execute(db)
}

/** Removes the receivers' response bodies from deliveries of a person's events, because a body may repeat what was sent. */
export const scrubDeliveries = async (
  db: Database,
  { organizationId }: ErasedPerson,
  eventIds: readonly string[],
): Promise<void> => {
  await sql`update webhook_deliveries set attempts = (
      select coalesce(jsonb_agg(attempt || '{"response_body": null}' order by place), '[]')
      from jsonb_array_elements(attempts) with ordinality as tried (attempt, place)
    )
    where organization_id = ${organizationId} and event_id = any(${eventIds})
      and endpoint_id in (select id from webhook_endpoints where organization_id = ${organizationId})`.execute(db)
}
