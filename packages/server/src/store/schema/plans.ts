import type { CurrencyCode, IntervalUnit, PlanPricing, PlanType } from '@billing-checkout/contract'
import type { QuantityRange, Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated } from 'kysely'
import type { DatedRow, Json, NullableJson } from './columns.ts'

/** Plans, which merchants sell. The price of a plan never changes. */
export interface PlanTable extends DatedRow {
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
  foldedText: ColumnType<string, never, never>
}

/** Discounts on the price of plans. */
export interface DiscountTable extends DatedRow {
  name: string
  code: string | null
  /** Hundredths of a percent; null if the discount is an amount. */
  percentHundredths: number | null
  amountOff: number | null
  amountCurrency: CurrencyCode | null
  duration: 'once' | 'periods' | 'forever'
  periods: number | null
  /** Ids and groups of plans; an empty list means every plan. */
  plans: Json<string[]>
  maxRedemptions: number | null
  maxPerCustomer: number | null
  /** By the billing clock. */
  startsAt: Timestamp | null
  endsAt: Timestamp | null
  archivedAt: Timestamp | null
  /** The number of purchases that redeemed the discount, and of pending payments that may still do so. */
  redeemed: Generated<number>
}
