import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { Json } from './columns.ts'

/** What the sandbox processor remembers of cards: which test card a token stands for. */
export interface SandboxMethodTable {
  token: string
  behavior: string
  brand: string
  createdAt: Timestamp
}

/** Challenges and wallets' pages that wait for the shopper. */
export interface SandboxConfirmationTable {
  id: string
  reference: string
  kind: 'challenge' | 'wallet'
  state: 'open' | 'passed' | 'failed' | 'cancelled' | 'expired'
  /** The test card's behavior, as stored methods have it. */
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
  /** The transaction whose money this gives back, or asked to. */
  refundOf: string | null
  /** The authorization whose money this captures or lets go. */
  heldBy: string | null
  /** What the card's issuer does to the transaction later on. */
  traits: Json<{ readonly captureFails?: boolean; readonly settlementFails?: boolean }>
  createdAt: Timestamp
  /** By the wall clock: a processor knows no other. */
  enteredAt: Generated<Timestamp>
}
