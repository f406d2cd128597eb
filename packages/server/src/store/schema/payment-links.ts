import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'

/** Links by which any shopper buys a plan. */
export interface PaymentLinkTable {
  organizationId: string
  id: string
  planId: string
  active: Generated<boolean>
  /** How many purchases it allows; null: any number. */
  maxUses: number | null
  /** Purchases, and payments whose outcome is not known yet. */
  uses: Generated<number>
  /** By the billing clock. */
  expiresAt: Timestamp | null
  returnUrl: string | null
  /** Declines in the hour that began with the first of them. */
  declines: Generated<number>
  /** By the wall clock. */
  declinesBeganAt: Timestamp | null
  /** Uses before the first of those declines. */
  usesBefore: Generated<number>
  /** When it is to be paused because of them, by the billing clock; null if it is not. */
  pauseDueAt: Timestamp | null
  /** When it paused itself; null if it did not, or sells again. */
  pausedAt: Timestamp | null
  createdAt: Timestamp
  updatedAt: Timestamp
}
