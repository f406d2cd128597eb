import type { CurrencyCode } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { Json } from './columns.ts'

/** What takes something off the price of plans. */
export interface DiscountTable {
  organizationId: string
  id: string
  name: string
  code: string | null
  /** Hundredths of a percent; null if an amount is taken off. */
  percentHundredths: number | null
  amountOff: number | null
  amountCurrency: CurrencyCode | null
  duration: 'once' | 'periods' | 'forever'
  periods: number | null
  /** Ids and groups of plans; none: every plan. */
  plans: Json<string[]>
  maxRedemptions: number | null
  maxPerCustomer: number | null
  /** By the billing clock. */
  startsAt: Timestamp | null
  endsAt: Timestamp | null
  archivedAt: Timestamp | null
  /** Purchases that redeemed it, and payments whose outcome is not known yet. */
  redeemed: Generated<number>
  createdAt: Timestamp
  updatedAt: Timestamp
}
