import type { IntervalUnit, PlanPricing, PlanType } from '@billing-checkout/contract'
import type { QuantityRange, Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated } from 'kysely'
import type { Json, NullableJson } from './columns.ts'

/** Plans, which merchants sell. The price of a plan never changes. */
export interface PlanTable {
  organizationId: string
  id: string
  name: string
  type: PlanType
  intervalUnit: IntervalUnit | null
  intervalCount: number | null
  price: Json<PlanPricing>
  collectTax: boolean | null
  trialIntervalUnit: IntervalUnit | null
  trialIntervalCount: number | null
  trialPrice: NullableJson<PlanPricing>
  archivedAt: Timestamp | null
  /** Plans of one group are alternatives of one product; null: the plan is its own product. */
  planGroup: Generated<string | null>
  /** The quantities that a shopper can buy; null: only one. */
  quantity: NullableJson<QuantityRange>
  createdAt: Timestamp
  updatedAt: Timestamp
  foldedText: ColumnType<string, never, never>
}
