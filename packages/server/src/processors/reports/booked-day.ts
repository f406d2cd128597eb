import type { CurrencyCode } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'

/** Money that a processor has counted in the balance of its account. */
export interface BookedMovement {
  /** The processor's own id of the entry in the balance. */
  readonly id: string
  /** `refund_failed`: money of a refund that came back. `other`: fees and whatever else is of no charge. */
  readonly kind: 'charge' | 'refund' | 'refund_failed' | 'dispute' | 'other'
  /** The charge that was captured or is disputed, or the refund, by the processor's own id; null if it belongs to none. */
  readonly transactionId: string | null
  /** Ours; null for what was made under none. */
  readonly reference: string | null
  /** Minor units, as the payer was charged or given; never negative. */
  readonly amount: number
  readonly currency: CurrencyCode
  /** What the processor took for it, in minor units of the balance's currency. */
  readonly fee: number
  /** By how much the balance has changed, its fee included; negative where money left it. */
  readonly net: number
  readonly balanceCurrency: CurrencyCode
  /** By the processor's clock. */
  readonly at: Timestamp
  /** When it can be paid out; null if the processor does not say. */
  readonly availableAt: Timestamp | null
  /** The acquirer's reference number, if the processor knows one. */
  readonly arn: string | null
}

/** Money that a processor sends from the balance to the merchant's bank. */
export interface Payout {
  /** The processor's own id. */
  readonly id: string
  /** Minor units. */
  readonly amount: number
  readonly currency: CurrencyCode
  readonly state: 'on_its_way' | 'paid' | 'failed'
  readonly arrivesAt: Timestamp | null
  /** The entries of the balance that it pays out, by their ids; empty if the processor does not say. */
  readonly movements: readonly string[]
}

/** A page of the entries that a processor has counted on a day. */
export interface BookedPage {
  readonly movements: readonly BookedMovement[]
  /** The payouts that were made on the day. */
  readonly payouts: readonly Payout[]
  /** Whether nothing is added to the day any more. */
  readonly isComplete: boolean
  /** The token that asks for the next page; null: this was the last. */
  readonly next: string | null
}
