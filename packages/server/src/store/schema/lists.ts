import type { EventType } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated } from 'kysely'
import type { Json } from './columns.ts'

/** Stored totals of lists that took long to count. */
export interface ListTotalTable {
  organizationId: string
  list: string
  filter: string
  snapshotAt: Timestamp
  total: number
  rememberedAt: Timestamp
}

/** Events in order, partitioned by the month of `recordedAt`. */
export interface EventTable {
  organizationId: string
  id: string
  sequence: Generated<number>
  type: EventType
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
export interface DroppedEventTable {
  organizationId: string
  id: string
  sequence: number
  recordedAt: Timestamp
}
