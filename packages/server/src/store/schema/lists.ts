import type { EventType } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated } from 'kysely'
import type { Json } from './columns.ts'

/** Stored totals that took long to count. */
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
  /** The HMAC key of the personal parts; null once they are erased. */
  salt: Generated<string | null>
  /** The HMAC of the personal parts that were erased. */
  sealedParts: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  /** Signs what erasure left of the row. */
  erasedSignature: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
}

type Recorded = ColumnType<string | null, string | null | undefined, string | null>

/** Each organization's last event in dropped months. */
export interface DroppedEventTable {
  organizationId: string
  id: string
  sequence: number
  recordedAt: Timestamp
}
