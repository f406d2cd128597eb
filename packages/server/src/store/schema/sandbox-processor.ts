import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { Json } from './columns.ts'

/** The cards that the sandbox processor has stored: which test card a token stands for. */
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
  /** The transaction that this refunds, or was to refund. */
  refundOf: string | null
  /** The authorization that this captures or voids. */
  heldBy: string | null
  /** What the card's issuer does to the transaction later on. */
  traits: Json<{
    readonly captureFails?: boolean
    readonly settlementFails?: boolean
    readonly refundsLater?: boolean
    readonly refundFails?: boolean
    readonly disputed?: 'lost' | 'won' | 'inquiry'
  }>
  createdAt: Timestamp
  /** By the wall clock: a processor knows no other. */
  enteredAt: Generated<Timestamp>
}
