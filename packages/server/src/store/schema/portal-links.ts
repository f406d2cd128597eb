import type { Timestamp } from '@billing-checkout/domain'

/** Links to e-mail addresses that lead into the portal or change the address of an account. Only the hash of a token is stored. */
export interface PortalLinkTable {
  organizationId: string
  id: string
  kind: 'sign_in'
  /** The address that it was sent to. */
  email: string
  /** SHA-256 of the token in the link, in hexadecimal. */
  tokenHash: string
  /** By the wall clock. */
  expiresAt: Timestamp
  /** By the billing clock. */
  createdAt: Timestamp
}
