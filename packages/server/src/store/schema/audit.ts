import type { Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated } from 'kysely'
import type { NullableJson } from './columns.ts'

/** Who wrote what, for writes that record no event. */
export interface AuditEntryTable {
  organizationId: string
  id: string
  who: string
  what: string
  objectId: string | null
  why: string | null
  address: string | null
  requestId: string | null
  before: NullableJson<unknown>
  after: NullableJson<unknown>
  /** The HMAC key of the personal parts; null once they are erased. */
  salt: Generated<string | null>
  /** The HMAC of the personal parts that were erased. */
  sealedParts: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  /** Signs what erasure left of the row. */
  erasedSignature: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  /** The link of the chain that covers the entry; null until it is sealed. */
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

type ReadOnly<Value> = ColumnType<Value, never, never>

/** One link of the audit log's chain. */
export interface AuditSealTable {
  number: number
  sealedAt: Timestamp
  formerHash: Uint8Array
  hash: Uint8Array
  /** What the link covers, as the exact JSON text that is hashed. */
  items: string
}
