import type { Timestamp } from '@billing-checkout/domain'

/** One row for every portal session. Its tokens are stored as SHA-256, in hexadecimal. Times are wall-clock. */
export interface PortalSessionTable {
  organizationId: string
  id: string
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
