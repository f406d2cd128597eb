import type { CurrencyCode } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { Json } from './columns.ts'

/** Discounts on the price of plans. */
export interface DiscountTable {
  organizationId: string
  id: string
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
  createdAt: Timestamp
  updatedAt: Timestamp
}
