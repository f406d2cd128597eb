import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'

/** Links to e-mail addresses that lead into the portal or change the address of an account. Only the hash of a token is stored. */
export interface PortalLinkTable {
  organizationId: string
  id: string
  /** `new_email` confirms an address of an account, and `old_email` gives the account its former address again. */
  kind: 'sign_in' | 'new_email' | 'old_email'
  /** Whose address changes; null for a link that signs in. */
  customerId: Generated<string | null>
  /** The session in which the customer wants the change; it continues. */
  portalSessionId: Generated<string | null>
  /** The address that it was sent to. */
  email: string
  /** SHA-256 of the token in the link, in hexadecimal. */
  tokenHash: string
  /** By the wall clock. */
  expiresAt: Timestamp
  /** By the billing clock. */
  createdAt: Timestamp
}
