import type { EventType } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { Json } from './columns.ts'

/** Totals that took long to count. */
export interface ListTotalTable {
  organizationId: string
  list: string
  filter: string
  snapshotAt: Timestamp
  total: number
  rememberedAt: Timestamp
}

/** Events, in order; stored by the months of `recordedAt`. */
export interface EventTable {
  organizationId: string
  id: string
  sequence: Generated<number>
  type: EventType
  object: Json<Record<string, unknown>>
  createdAt: Timestamp
  /** When the row was inserted, by the database's wall clock. */
  recordedAt: Generated<Timestamp>
}

/** The last event of each organization whose month was dropped. */
export interface DroppedEventTable {
  organizationId: string
  id: string
  sequence: number
  recordedAt: Timestamp
}
