import type { CurrencyCode, RevenueMovement, SubscriptionStatus } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'

/** What a subscription brings a month, as it was counted last. */
export interface CountedSubscriptionTable {
  organizationId: string
  subscriptionId: string
  status: SubscriptionStatus
  currencyCode: CurrencyCode
  /** Minor units a month. */
  amount: number
  /** US dollars for one unit of the currency, as a fraction such as `27/25`; null if no rate was known. */
  usdPerUnit: string | null
  /** US cents a month; null if no rate was known. */
  amountUsd: number | null
}

/** How much recurring revenue changed on a day for one cause. */
export interface RevenueDayTable {
  organizationId: string
  /** Such as 2026-11-29, in UTC. */
  day: string
  currencyCode: CurrencyCode
  movement: RevenueMovement
  amount: number
  amountUsd: number | null
  count: number
}

/** Up to which event the revenue of an organization is counted. */
export interface RevenuePositionTable {
  organizationId: string
  sequence: number
  /** When the next event was recorded at the earliest; null: not known. */
  recordedFrom: Timestamp | null
  /** Up to when by the billing clock. */
  asOf: Timestamp
}
