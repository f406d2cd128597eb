import type { Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated } from 'kysely'
import type { NullableJson } from './columns.ts'

/** Audit entries: who changed what, for writes that record no event. */
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

type ReadOnly<Value> = ColumnType<Value, never, never>

/** One link of the audit log's hash chain. */
export interface AuditSealTable {
  number: number
  sealedAt: Timestamp
  formerHash: Uint8Array
  hash: Uint8Array
  /** What the link covers, as the exact JSON text that is hashed. */
  items: string
}
