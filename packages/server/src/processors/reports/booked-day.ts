import type { CurrencyCode } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'

/** A movement of a processor's balance. */
export interface BookedMovement {
  /** The processor's own id of the entry in the balance. */
  readonly id: string
  /** `refund_failed`: the money of a failed refund came back. `other`: fees and other movements that belong to no charge. */
  readonly kind: 'charge' | 'refund' | 'refund_failed' | 'dispute' | 'other'
  /** The captured or disputed charge, or the refund, by the processor's own id; null if the movement belongs to none. */
  readonly transactionId: string | null
  /** Our reference; null if the movement has none. */
  readonly reference: string | null
  /** Minor units of the currency in which the payer was charged or refunded; never negative. */
  readonly amount: number
  readonly currency: CurrencyCode
  /** The processor's fee, in minor units of the balance's currency. */
  readonly fee: number
  /** The change of the balance after the fee, in minor units of the balance's currency; negative if money left it. */
  readonly net: number
  readonly balanceCurrency: CurrencyCode
  /** The time of the movement, by the processor's clock. */
  readonly at: Timestamp
  /** When the money can be paid out; null if the processor does not report it. */
  readonly availableAt: Timestamp | null
  /** The acquirer's reference number, if the processor knows one. */
  readonly arn: string | null
}

/** A payout from the balance to the merchant's bank. */
export interface Payout {
  /** The processor's own id. */
  readonly id: string
  /** Minor units. */
  readonly amount: number
  readonly currency: CurrencyCode
  readonly state: 'on_its_way' | 'paid' | 'failed'
  readonly arrivesAt: Timestamp | null
  /** The ids of the movements in the payout; empty if the processor does not report them. */
  readonly movements: readonly string[]
}

/** A page of a day's movements. */
export interface BookedPage {
  readonly movements: readonly BookedMovement[]
  /** The day's payouts. */
  readonly payouts: readonly Payout[]
  /** Whether the day is final: nothing will be added to it. */
  readonly isComplete: boolean
  /** The token for the next page; null: this was the last. */
  readonly next: string | null
}
