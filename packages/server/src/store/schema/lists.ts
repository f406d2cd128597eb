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

/** Events, in order. */
export interface EventTable {
  organizationId: string
  id: string
  sequence: Generated<number>
  type: EventType
  object: Json<Record<string, unknown>>
  createdAt: Timestamp
}
