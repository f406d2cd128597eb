import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'

/** Links by which any shopper buys a plan. */
export interface PaymentLinkTable {
  organizationId: string
  id: string
  planId: string
  /** How many units of the plan each purchase takes. */
  quantity: Generated<number>
  /** The discount that each purchase redeems; null: none. */
  discountId: string | null
  active: Generated<boolean>
  /** How many purchases it allows; null: any number. */
  maxUses: number | null
  /** Purchases, and payments whose outcome is not known yet. */
  uses: Generated<number>
  /** By the billing clock. */
  expiresAt: Timestamp | null
  returnUrl: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
}
