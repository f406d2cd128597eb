import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'

/** Links through which any shopper can buy a plan. */
export interface PaymentLinkTable {
  organizationId: string
  id: string
  planId: string
  /** The quantity of each purchase. */
  quantity: Generated<number>
  /** The discount that each purchase redeems; null: none. */
  discountId: string | null
  active: Generated<boolean>
  /** The maximum number of purchases; null: any number. */
  maxUses: number | null
  /** The number of purchases, and of payments whose outcome is not known yet. */
  uses: Generated<number>
  /** By the billing clock. */
  expiresAt: Timestamp | null
  returnUrl: string | null
  /** The number of declines in the hour that began with the first of these declines. */
  declines: Generated<number>
  /** By the wall clock. */
  declinesBeganAt: Timestamp | null
  /** The number of uses before the first of those declines. */
  usesBefore: Generated<number>
  /** When to pause the link because of these declines, by the billing clock; null if it stays active. */
  pauseDueAt: Timestamp | null
  /** When the link was paused automatically; null if it was never paused, or is active again. */
  pausedAt: Timestamp | null
  createdAt: Timestamp
  updatedAt: Timestamp
}
