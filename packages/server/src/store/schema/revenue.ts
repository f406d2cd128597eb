import type { CurrencyCode, RevenueMovement, SubscriptionStatus } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'

/** The last computed monthly revenue of a subscription. */
export interface CountedSubscriptionTable {
  organizationId: string
  subscriptionId: string
  status: SubscriptionStatus
  currencyCode: CurrencyCode
  /** Minor units a month. */
  amount: number
  /** US dollars per unit of the currency, as a fraction such as `27/25`; null if no rate was known. */
  usdPerUnit: string | null
  /** US cents a month; null if no rate was known. */
  amountUsd: number | null
}

/** The change in recurring revenue on a day, for one cause. */
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

/** The event up to which an organization's revenue is computed. */
export interface RevenuePositionTable {
  organizationId: string
  sequence: number
  /** The earliest time at which the next event may have been recorded; null if unknown. */
  recordedFrom: Timestamp | null
  /** The billing-clock time up to which the revenue is computed. */
  asOf: Timestamp
}
