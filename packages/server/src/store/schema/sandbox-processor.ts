import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { Json } from './columns.ts'

/** The cards that the sandbox processor has stored: the test card behind each token. */
export interface SandboxMethodTable {
  token: string
  behavior: string
  brand: string
  createdAt: Timestamp
}

/** 3-D Secure challenges and wallet pages that shoppers are sent to, with how each ended. */
export interface SandboxConfirmationTable {
  id: string
  reference: string
  kind: 'challenge' | 'wallet'
  state: 'open' | 'passed' | 'failed' | 'cancelled' | 'expired'
  /** The name of the test card's behavior, as for stored methods. */
  behavior: string
  request: Json<Record<string, unknown>>
  createdAt: Timestamp
}

/** The sandbox processor's own books. */
export interface SandboxTransactionTable {
  reference: string
  requestHash: string
  id: string
  kind: string
  amount: number
  currencyCode: string
  outcome: Json<Record<string, unknown>>
  /** The transaction that this one refunds or attempted to refund. */
  refundOf: string | null
  /** The authorization that this one captures or voids. */
  heldBy: string | null
  /** What the card's issuer does to the transaction later. */
  traits: Json<{
    readonly captureFails?: boolean
    readonly settlementFails?: boolean
    readonly refundsLater?: boolean
    readonly refundFails?: boolean
    readonly disputed?: 'lost' | 'won' | 'inquiry'
  }>
  createdAt: Timestamp
  /** By the wall clock, as at a real processor. */
  enteredAt: Generated<Timestamp>
}
