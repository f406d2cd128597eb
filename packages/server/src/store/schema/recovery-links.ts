import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'

/** Links with which customers pay what a subscription owes, or undo its cancellation. Only a hash of the link's token is stored. */
export interface RecoveryLinkTable {
  organizationId: string
  id: string
  subscriptionId: string
  /** Since when the subscription was past due; the link ends once that debt is paid. Null: the link undoes a cancellation. */
  pastDueSince: Timestamp | null
  /** SHA-256 of the token in the link, in hexadecimal. */
  tokenHash: string
  /** The number of checkout sessions that the link opened. */
  uses: Generated<number>
  /** By the wall clock. */
  expiresAt: Timestamp
  createdAt: Timestamp
}
