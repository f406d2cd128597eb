import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { DatedRow, OwnedRow } from './columns.ts'

/** Links through which any shopper can buy a plan. */
export interface PaymentLinkTable extends DatedRow {
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
  /** The number of declines since `declinesBeganAt`. Declines are counted for an hour, which begins with the first decline. */
  declines: Generated<number>
  /** By the wall clock. */
  declinesBeganAt: Timestamp | null
  /** The number of uses before the first of those declines. */
  usesBefore: Generated<number>
  /** When to pause the link because of these declines, by the billing clock; null if it stays active. */
  pauseDueAt: Timestamp | null
  /** When the link was paused automatically; null if it was never paused, or is active again. */
  pausedAt: Timestamp | null
}

/** Links with which customers pay what a subscription owes, or undo its cancellation. Only a hash of the link's token is stored. */
export interface RecoveryLinkTable extends OwnedRow {
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

/** Links sent by email that sign in to the portal or change an account's address. Only the hash of a token is stored. */
export interface PortalLinkTable extends OwnedRow {
  /** `sign_in` opens the portal, `new_email` confirms an account's new address, and `old_email` restores the former one. */
  kind: 'sign_in' | 'new_email' | 'old_email'
  /** The customer whose address changes; null for a link that signs in. */
  customerId: Generated<string | null>
  /** The portal session in which the customer requested the change; the session continues. */
  portalSessionId: Generated<string | null>
  /** The address to which the link was sent. */
  email: string
  /** SHA-256 of the token in the link, in hexadecimal. */
  tokenHash: string
  /** By the wall clock. */
  expiresAt: Timestamp
  /** By the billing clock. */
  createdAt: Timestamp
}

/** One row for every portal session. Its tokens are stored as SHA-256, in hexadecimal. Times are wall-clock. */
export interface PortalSessionTable extends OwnedRow {
  customerId: string
  locale: string | null
  returnUrl: string | null
  /** Hash of the token in the link; null once the link was used. */
  linkHash: string | null
  linkExpiresAt: Timestamp
  /** Hash of the browser's cookie; null until the link is used. */
  cookieHash: string | null
  expiresAt: Timestamp
  endedAt: Timestamp | null
  /** By the billing clock. */
  createdAt: Timestamp
}
