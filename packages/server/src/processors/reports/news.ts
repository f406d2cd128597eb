import type { CurrencyCode, DisputeReason, DisputeStatus } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'

/** A dispute of a charge, in its present state at the processor. */
export interface ProcessorDispute {
  /** The processor's own id of the dispute. */
  readonly disputeId: string
  /** The disputed charge, by the processor's own id. */
  readonly transactionId: string
  /** Minor units. */
  readonly amount: number
  readonly currency: CurrencyCode
  readonly reason: DisputeReason
  readonly status: DisputeStatus
  readonly evidenceDueAt: Timestamp | null
}

/** A refund that has none of our references, made for example in the processor's own dashboard. */
export interface FoundRefund {
  /** The processor's own id of the refund. */
  readonly transactionId: string
  /** The refunded charge, by the processor's own id. */
  readonly of: string
  /** Minor units. */
  readonly amount: number
  readonly currency: CurrencyCode
  /** True if the processor does not know yet whether the refund has arrived. */
  readonly isPending: boolean
  /** The time of the refund, by the processor's clock. */
  readonly at: Timestamp
}

/** A warning of the payer's bank or network that a charge may be fraudulent. It withdraws no money; a refund may prevent a dispute. */
export interface FraudWarning {
  /** The processor's own id of the warning. */
  readonly warningId: string
  /** The charge, by the processor's own id. */
  readonly transactionId: string
  /** The suspicion, in the processor's own words. */
  readonly reason: string
}

/** A page of disputes, refunds and fraud warnings. */
export interface NewsPage {
  readonly disputes: readonly ProcessorDispute[]
  readonly refunds: readonly FoundRefund[]
  /** The fraud warnings; absent if the processor reports none. */
  readonly warnings?: readonly FraudWarning[] | undefined
  /**
   * The ids of the notifications that the processor has sent since the queried moment, if the adapter reads them. If this server has
   * received all of them, it queries less often while no payment is in flight.
   */
  readonly notifications?: readonly string[] | undefined
  /** The token for the next page; null: this was the last. */
  readonly next: string | null
}

/** The result of checking a notification's signature, and its contents if it is genuine. */
export type ParsedNotification =
  /** The processor did not sign the notification for this connection. */
  | { readonly kind: 'forged' }
  /** The processor signed the notification too long ago: an attacker may be replaying a recorded one. */
  | { readonly kind: 'stale' }
  | {
      readonly kind: 'genuine'
      /** The processor's own id of the notification, the same on every delivery. */
      readonly id: string
      /**
       * Charges, disputes and refunds that may have news, by the processor's own ids, and stored methods, by their tokens; empty if the
       * notification concerns nothing that we look up.
       */
      readonly about: readonly string[]
      /** True if the notification concerns only one of our payments, so that only this payment is looked up. */
      readonly isAboutPayment?: boolean
    }
