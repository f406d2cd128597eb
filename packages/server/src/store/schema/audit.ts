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
  /** What the HMAC of the personal parts is keyed with; null once they are erased. */
  salt: Generated<string | null>
  /** The HMAC of the personal parts that were erased. */
  sealedParts: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  /** Signs what erasure has left. */
  erasedSignature: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  /** The link of the chain that covers it; null: none yet. */
  seal: ColumnType<number | null, never, number>
  createdAt: Timestamp
  /** By the database's wall clock. */
  recordedAt: Generated<Timestamp>
}

/** Everything that the audit log shows: entries and events. A view. */
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
  /** What it covers, as the JSON text that its hash covers. */
  items: string
}
