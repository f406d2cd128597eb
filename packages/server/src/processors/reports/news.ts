import type { CurrencyCode, DisputeReason, DisputeStatus } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'

/** A payer's objection to a charge, as the processor describes it now. */
export interface ProcessorDispute {
  /** The processor's own id of it. */
  readonly disputeId: string
  /** The charge that is disputed, by the processor's own id. */
  readonly transactionId: string
  /** Minor units. */
  readonly amount: number
  readonly currency: CurrencyCode
  readonly reason: DisputeReason
  readonly status: DisputeStatus
  readonly evidenceDueAt: Timestamp | null
}

/** A refund of a charge that was made under no reference of ours, in the processor's own dashboard for one. */
export interface FoundRefund {
  /** The processor's own id of the refund. */
  readonly transactionId: string
  /** The charge that is refunded, by the processor's own id. */
  readonly of: string
  /** Minor units. */
  readonly amount: number
  readonly currency: CurrencyCode
  /** Whether the processor does not know yet that it has arrived. */
  readonly isPending: boolean
  /** By the processor's clock. */
  readonly at: Timestamp
}

/**
 * A warning of the payer's bank or network that a charge may be a fraud. It withdraws nothing; a refund may keep it from being disputed.
 */
export interface FraudWarning {
  /** The processor's own id of it. */
  readonly warningId: string
  /** The charge, by the processor's own id. */
  readonly transactionId: string
  /** What is suspected, in the processor's own words. */
  readonly reason: string
}

/** A page of disputes, refunds and warnings that others made of our charges. */
export interface NewsPage {
  readonly disputes: readonly ProcessorDispute[]
  readonly refunds: readonly FoundRefund[]
  /** Absent if the processor reports none. */
  readonly warnings?: readonly FraudWarning[] | undefined
  /**
   * The ids of the notifications that the processor has made since then, if the adapter reads them. If each was received, the server
   * queries less often while no payment is in flight.
   */
  readonly notifications?: readonly string[] | undefined
  /** The token that asks for the next page; null: this was the last. */
  readonly next: string | null
}

/** What the notification of a processor says, once its signature was checked. */
export type ParsedNotification =
  /** It was not signed by the processor for this connection. */
  | { readonly kind: 'forged' }
  /** It was, but too long ago: an attacker may have kept it and sent it again. */
  | { readonly kind: 'stale' }
  | {
      readonly kind: 'genuine'
      /** The processor's own id of the notification, the same however often it is sent. */
      readonly id: string
      /**
       * Charges, disputes and refunds that there may be news of, by the processor's own ids, and stored methods, by their tokens; empty if
       * it is about nothing that we look up here.
       */
      readonly about: readonly string[]
      /** True if it is about a payment of ours and nothing else, so that only that one is looked up. */
      readonly isAboutPayment?: boolean
    }
