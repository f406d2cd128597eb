import { sql } from 'kysely'
import { hmacOfParts } from '../audit/digests.ts'
import type { Database } from '../database.ts'
import { oneRow } from '../engine/one-row.ts'
import type { OwnIds } from './own-ids.ts'
import type { ErasedPerson } from './person.ts'
import { scrub } from './scrub.ts'

/** Numbers of the log that are looked through at once. */
const stretch = 20_000

/**
 * Scrubs the events about a person: what was written, what it had been before, and from where. The HMAC of what they said takes the place of
 * their salt, so the chain over them stays whole. Answers their ids, and whether it looked through the whole log.
 */
export const scrubEvents = async (
  db: Database,
  person: ErasedPerson,
  ids: OwnIds,
  isLate: () => boolean,
): Promise<{ readonly ids: readonly string[]; readonly isWhole: boolean }> => {
  const { organizationId } = person
  const found: string[] = []
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(sequence) as first, max(sequence) as last from events where organization_id = ${organizationId}`.execute(
    db,
  )
  const { first, last } = oneRow(rows)
  for (let after = (first ?? 1) - 1; after < (last ?? 0); after += stretch) {
    if (isLate()) return { ids: found, isWhole: false }
    for (const event of await findTheirs(db, person, ids, after)) {
      await scrubEvent(db, person, event)
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
    select id, sequence, object::text as object, before::text as before, address, salt::text as salt, sealed_parts
    from events where organization_id = ${organizationId} and sequence > ${after} and sequence <= ${after + stretch}
      and (object->>'id' = any(${all}) or object->'customer'->>'id' = ${customerId}
        or object->>'customer_id' = ${customerId} or object->>'payment_id' = any(${payments}))`.execute(db)
  return rows
}

interface CopiedEvent {
  readonly id: string
  readonly sequence: number
  readonly object: string
  readonly before: string | null
  readonly address: string | null
  readonly salt: string | null
  readonly sealedParts: Uint8Array | null
}

const scrubEvent = async (
  db: Database,
  { organizationId, words }: ErasedPerson,
  { id, sequence, object, before, address, salt, sealedParts }: CopiedEvent,
): Promise<void> => {
  const scrubbed = (text: string) => JSON.stringify(scrub(JSON.parse(text), words.texts))
  // An event from before there was a chain is in no link, and needs nothing in the place of its parts.
  const isSealable = salt !== null || sealedParts !== null
  const hmac = isSealable ? hmacOfParts({ parts: [object, before, address], salt, sealedParts }) : null
  await sql`update events set object = ${scrubbed(object)}::jsonb, before = ${before === null ? null : scrubbed(before)}::jsonb,
      address = null, salt = null, sealed_parts = ${hmac}
    where organization_id = ${organizationId} and id = ${id} and sequence = ${sequence}`.execute(db)
}

/** What receivers answered to the deliveries of a person's events may repeat what they were sent. */
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
