import type { Timestamp } from '@billing-checkout/domain'

/** One row for every stay of a customer in the portal. What opens it is stored as SHA-256, in hexadecimal. Times are wall-clock. */
export interface PortalSessionTable {
  organizationId: string
  id: string
  customerId: string
  locale: string | null
  returnUrl: string | null
  /** Of the token in the link; null once the link was used. */
  linkHash: string | null
  linkExpiresAt: Timestamp
  /** Of the browser's cookie; null until the link is used. */
  cookieHash: string | null
  expiresAt: Timestamp
  endedAt: Timestamp | null
  /** By the billing clock. */
  createdAt: Timestamp
}
