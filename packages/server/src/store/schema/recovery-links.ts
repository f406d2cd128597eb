import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'

/**
 * Links by which customers pay what a subscription owes, or take its cancellation back. The link itself is not stored, only what proves it.
 */
export interface RecoveryLinkTable {
  organizationId: string
  id: string
  subscriptionId: string
  /** Since when the subscription was past due: the link ends when that is paid. Null: the link takes a cancellation back. */
  pastDueSince: Timestamp | null
  /** SHA-256 of the token in the link, in hexadecimal. */
  tokenHash: string
  /** How many sessions it has opened. */
  uses: Generated<number>
  /** By the wall clock. */
  expiresAt: Timestamp
  createdAt: Timestamp
}
