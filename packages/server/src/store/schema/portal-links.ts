import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'

/** Links sent by email that sign in to the portal or change an account's address. Only the hash of a token is stored. */
export interface PortalLinkTable {
  organizationId: string
  id: string
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
