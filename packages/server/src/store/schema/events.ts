import type { EventType } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated } from 'kysely'
import type { Json, NullableJson, OwnedRow, ReadOnly } from './columns.ts'

/** Events in order, partitioned by the month of `recordedAt`. */
export interface EventTable extends OwnedRow {
  sequence: Generated<number>
  type: EventType
  /** The resource as API responses showed it at the time of the event. */
  object: Json<Record<string, unknown>>
  createdAt: Timestamp
  /** When the row was inserted, by the database's wall clock. */
  recordedAt: Generated<Timestamp>
  /** Who made the change, by what operation, and from which network address. */
  who: string
  what: string
  address: Recorded
  requestId: Recorded
  /** The earlier values of the changed members; null if they are not recorded. */
  before: ColumnType<unknown, string | null | undefined, string | null>
  /** The HMAC key for the event's personal data; null once that data is erased. */
  salt: Generated<string | null>
  /** The HMAC of the personal data that was erased. */
  sealedParts: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  /** The server's signature of the row as the erasure left it. */
  erasedSignature: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
}

type Recorded = ColumnType<string | null, string | null | undefined, string | null>

/** For each organization, its last event in the monthly partitions that were dropped. */
export interface DroppedEventTable extends OwnedRow {
  sequence: number
  recordedAt: Timestamp
}

/** Audit entries: who changed what, for writes that record no event. */
export interface AuditEntryTable extends OwnedRow {
  who: string
  what: string
  objectId: string | null
  why: string | null
  address: string | null
  requestId: string | null
  before: NullableJson<unknown>
  after: NullableJson<unknown>
  /** The HMAC key for the entry's personal data; null once that data is erased. */
  salt: Generated<string | null>
  /** The HMAC of the personal data that was erased. */
  sealedParts: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  /** The server's signature of the row as the erasure left it. */
  erasedSignature: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  /** The number of the chain link that covers the entry; null until a link does. */
  seal: ColumnType<number | null, never, number>
  createdAt: Timestamp
  /** By the database's wall clock. */
  recordedAt: Generated<Timestamp>
}

/** A view of everything that the audit log shows: entries and events. */
export interface AuditTrailView {
  organizationId: string
  id: ReadOnly<string>
  who: ReadOnly<string>
  what: ReadOnly<string>
  objectId: ReadOnly<string | null>
  why: ReadOnly<string | null>
  address: ReadOnly<string | null>
  requestId: ReadOnly<string | null>
  before: ReadOnly<unknown>
  after: ReadOnly<unknown>
  eventType: ReadOnly<string | null>
  createdAt: ReadOnly<Timestamp>
  recordedAt: ReadOnly<Timestamp>
}

/** One link of the audit log's hash chain. */
export interface AuditSealTable {
  number: number
  sealedAt: Timestamp
  formerHash: Uint8Array
  hash: Uint8Array
  /** What the link covers, as the exact JSON text that is hashed. */
  items: string
}
