import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { digestOfRow } from './digests.ts'
import { erasedPartsOf } from './erased-rows.ts'

/** A row of the audit log with its digest. `name` is the sequence of an event, or the id of an entry. */
export type DigestedRow<Name> = readonly [name: Name, digest: string]

/** A range of an organization's events: after `from`, up to and including `until`. */
export interface EventRange {
  readonly organizationId: string
  readonly from: number
  readonly until: number
}

/** Returns the digests of events in the order of their sequence, at most `limit`; null: all. */
export const digestEvents = async (
  db: Database,
  key: Uint8Array,
  { organizationId, from, until }: EventRange,
  limit: number | null,
): Promise<readonly DigestedRow<number>[]> => {
  const { rows } = await sql<EventToDigest>`
    select id, sequence, type, who, what, request_id, object::text as object, before::text as before, address,
      salt::text as salt, sealed_parts, erased_signature, created_at, recorded_at
    from events
    where organization_id = ${organizationId} and sequence > ${from} and sequence <= ${until}
    order by sequence limit ${limit}`.execute(db)
  return rows.map((row) => {
    const event = { ...row, organizationId, parts: [row.object, row.before, row.address] }
    const texts = [row.sequence, row.type, row.who, row.what, row.requestId]
    return [row.sequence, digestOfRow({ ...event, texts, sealedParts: erasedPartsOf(key, event) })]
  })
}

/** The parts of an event from which its digest is computed, with JSON as the text that the database stores. */
export interface EventToDigest extends AuditedColumns {
  readonly sequence: number
  readonly type: string
  readonly object: string
}

/** The columns that the digests of events and entries have in common. */
interface AuditedColumns {
  readonly id: string
  readonly who: string
  readonly what: string
  readonly requestId: string | null
  readonly address: string | null
  readonly before: string | null
  readonly salt: string | null
  readonly sealedParts: Uint8Array | null
  readonly erasedSignature: Uint8Array | null
  readonly createdAt: Timestamp
  readonly recordedAt: Timestamp
}

/** An entry of the log with its digest. */
export interface DigestedEntry {
  readonly organizationId: string
  readonly id: string
  readonly digest: string
}

/**
 * Returns the digests of the entries that a link covers, in the order in which they were recorded. If `seal` is null, returns the digests
 * of the entries that are not sealed yet.
 */
export const digestEntries = async (
  db: Database,
  key: Uint8Array,
  seal: number | null,
  limit: number | null,
): Promise<readonly DigestedEntry[]> => {
  const { rows } = await sql<EntryToDigest>`
    select organization_id, id, who, what, object_id, why, request_id, before::text as before, after::text as after,
      address, salt::text as salt, sealed_parts, erased_signature, created_at, recorded_at
    from audit_entries where ${seal === null ? sql`seal is null` : sql`seal = ${seal}`}
    order by recorded_at, id limit ${limit}`.execute(db)
  return rows.map((row) => {
    const entry = { ...row, parts: [row.before, row.after, row.address, row.why] }
    const texts = [row.who, row.what, row.objectId, row.requestId]
    const digest = digestOfRow({ ...entry, texts, sealedParts: erasedPartsOf(key, entry) })
    return { organizationId: row.organizationId, id: row.id, digest }
  })
}

/** The parts of an entry from which its digest is computed, with JSON as the text that the database stores. */
export interface EntryToDigest extends AuditedColumns {
  readonly organizationId: string
  readonly objectId: string | null
  readonly why: string | null
  readonly after: string | null
}
