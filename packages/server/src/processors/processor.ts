import type {
  CheckResult,
  CurrencyCode,
  DeclineCode,
  PaymentTokenType,
  PaymentType,
  ThreeDSecure,
} from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'

/** A card as the shopper typed it; it exists in memory only, between the opened JWE and the processor. */
export interface TypedCard {
  readonly number: string
  readonly expMonth: number
  readonly expYear: number
  readonly cvc: string
  readonly name: string | null
}

/** What is charged: a card typed just now, or the processor's own token of a stored method. */
export type ChargedMethod =
  | { readonly kind: 'typed_card'; readonly card: TypedCard }
  | {
      readonly kind: 'stored'
      readonly token: string
      readonly expMonth: number | null
      readonly expYear: number | null
    }

/** A request to authorize an amount, captured at once when approved. Amount 0 verifies the method. */
export interface AuthorizeRequest {
  /** Our reference, the same however often the same call is repeated. */
  readonly reference: string
  /** Minor units. */
  readonly amount: number
  readonly currency: CurrencyCode
  readonly initiator: PaymentType
  readonly method: ChargedMethod
  /** Whether the method will be charged again later; the answer then carries its token. */
  readonly store: boolean
  readonly statementDescriptor: string | null
  readonly billingAddress: { readonly postalCode: string | null; readonly line1: string | null } | null
  /** Billing-clock time of the request. */
  readonly at: Timestamp
}

/** A request to give back all or part of a captured transaction. */
export interface RefundRequest {
  /** Our reference, the same however often the same call is repeated. */
  readonly reference: string
  /** The captured transaction, by the processor's own id. */
  readonly transactionId: string
  /** Minor units of the captured currency. */
  readonly amount: number
  readonly currency: CurrencyCode
  readonly at: Timestamp
}

/** What a processor knows about a transaction, whether it was approved or not. */
export interface ProcessorFacts {
  readonly transactionId: string
  readonly processor: {
    readonly id: string
    readonly type: string
    readonly description: string
    readonly merchantId: string
  }
  readonly tokenType: PaymentTokenType
  readonly avs: { readonly postalCode: CheckResult; readonly streetAddress: CheckResult }
  readonly cvc: CheckResult
  readonly authCode: string | null
  readonly networkPaymentId: string | null
  readonly arn: string | null
  readonly threeDSecure: ThreeDSecure | null
}

/**
 * How a call to a processor ended. Expected endings are values; `unknown` means that nobody can tell yet, and is never
 * treated as a failure (decisions 8).
 */
export type ProcessorOutcome =
  | { readonly kind: 'approved'; readonly facts: ProcessorFacts; readonly storedToken: string | null }
  | {
      readonly kind: 'declined'
      readonly facts: ProcessorFacts
      readonly declineCode: DeclineCode
      readonly message: string
    }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string }

/**
 * A company that moves money.
 *
 * The caller guarantees: one reference per intended movement, repeated unchanged after a crash; calls made outside any
 * database transaction; card data passed once and never again.
 *
 * An adapter guarantees: the same reference and request move money at most once and answer alike; every refusal, time-out
 * and outage comes back as an outcome, not as an exception; an answer within `timeoutSeconds`; card numbers and security
 * codes in no log, error or stored row.
 */
export interface Processor {
  readonly id: string
  readonly timeoutSeconds: number
  /** How long a repeated reference is recognised; a call is never repeated later than that. */
  readonly keyWindowSeconds: number
  /** Moves money, or with amount 0 verifies a method; `failed` where the reference already stands for another request. */
  authorize(request: AuthorizeRequest): Promise<ProcessorOutcome>
  /** Gives money back, together never more than was captured; `failed` where there is nothing left to give back. */
  refund(request: RefundRequest): Promise<ProcessorOutcome>
  /** What became of a reference; `undefined` when the processor has never seen it. */
  lookUp(reference: string): Promise<ProcessorOutcome | undefined>
  /** Makes sure that a reference not seen so far can never move money; answers what became of it if it was seen. */
  close(reference: string): Promise<ProcessorOutcome | undefined>
}
