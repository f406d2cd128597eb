import type { Timestamp } from '@billing-checkout/domain'

/** Links by which customers pay what a subscription owes. The link itself is not stored, only what proves it. */
export interface RecoveryLinkTable {
  organizationId: string
  id: string
  subscriptionId: string
  /** Since when the subscription was past due: the link ends when that is paid. */
  pastDueSince: Timestamp
  /** SHA-256 of the token in the link, in hexadecimal. */
  tokenHash: string
  /** The latest session that the link opened. */
  sessionId: string | null
  /** By the wall clock. */
  expiresAt: Timestamp
  createdAt: Timestamp
}
