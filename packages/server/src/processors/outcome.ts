import type {
  AdviceCode,
  CheckResult,
  CurrencyCode,
  DeclineCode,
  NextActionType,
  PaymentMethodDetails,
  PaymentTokenType,
  ThreeDSecure,
} from '@billing-checkout/contract'

/** The facts that a processor reports about a transaction, approved or not. */
export interface ProcessorFacts {
  readonly transactionId: string
  readonly processor: {
    readonly id: string
    readonly type: string
    readonly description: string
    readonly merchantId: string
  }
  /** The type of the charged token; null if the processor does not report it, or reports an unknown value. */
  readonly tokenType: PaymentTokenType | null
  readonly avs: { readonly postalCode: CheckResult; readonly streetAddress: CheckResult }
  readonly cvc: CheckResult
  readonly authCode: string | null
  readonly networkPaymentId: string | null
  readonly arn: string | null
  readonly threeDSecure: ThreeDSecure | null
}

/** Facts about a wallet or an account that the processor learned by charging it. */
export interface LearntMethod {
  /** The details, in the shape of the method's kind. */
  readonly details: PaymentMethodDetails
  /** An identifier of the account, or of the card behind the wallet; null if the processor does not reveal it. */
  readonly accountId: string | null
}

/** An action of the shopper on another page, before which the processor cannot continue. */
export interface ShopperAction {
  readonly type: NextActionType
  /** The processor's page for the action: an absolute URL, or a path on this server. */
  readonly url: string
}

/**
 * The outcome of a call to a processor. Expected outcomes are values. `unknown` means that the outcome is not known yet, and is never
 * treated as a failure. `action_required` is not final: the outcome follows under the same reference.
 */
export type ProcessorOutcome =
  | {
      readonly kind: 'approved'
      readonly facts: ProcessorFacts
      readonly storedToken: string | null
      /** True if the money was captured, with the approval or later; false while it is only authorized. */
      readonly captured: boolean
      /** The approved amount in minor units; absent: the requested amount. */
      readonly approvedAmount?: number
      /** The currency of `approvedAmount`; absent: the requested currency. */
      readonly approvedCurrency?: CurrencyCode
      /**
       * True if this is the outcome of another request with the same reference; see `taken`. Only the server sets this member, never an
       * adapter.
       */
      readonly ofOtherRequest?: true
      /** True if the authorization was voided or has expired, so that nothing can be captured any more. */
      readonly released?: boolean
      /** Only for refunds: true if the refund was accepted and may still fail; `refunds` later reports its outcome. */
      readonly pending?: boolean
      /** Present for a device wallet, and for an account whose holder has just approved. */
      readonly learnt?: LearntMethod
    }
  | {
      readonly kind: 'declined'
      readonly facts: ProcessorFacts
      readonly declineCode: DeclineCode
      /** The issuer's advice, if the processor reports it. It overrides the usual meaning of the decline code. */
      readonly advice?: AdviceCode
      /**
       * The processor's id of a customer's record that no longer exists at the processor. The customer's next new method then gets a new
       * record.
       */
      readonly missingCustomer?: string
      /** The network's own decline code, with which an issuer can explain the decline. */
      readonly networkCode?: string
      /**
       * True if the processor could not cancel the declined transaction, so that anyone with its client secret could still pay it. The
       * server retries `close` until payment is impossible, and refunds a payment that was made in the meantime.
       */
      readonly leftOpen?: true
      /**
       * Present if the processor refused the charge with a code that the adapter does not know. The cause may be the method, or the
       * processor may refuse every charge. If several methods get the same code, the server treats later refusals with this code as
       * `refused`.
       */
      readonly unrecognized?: string
      readonly message: string
      readonly learnt?: LearntMethod
    }
  | {
      readonly kind: 'action_required'
      readonly action: ShopperAction
      readonly threeDSecure: ThreeDSecure | null
    }
  /** The shopper cancelled or ran out of time, and no money can move any more. */
  | { readonly kind: 'abandoned'; readonly facts: ProcessorFacts; readonly message: string }
  | {
      readonly kind: 'failed'
      readonly message: string
      readonly ofOtherRequest?: true
      /**
       * True if the processor refuses the credentials or the whole account. This call had no effect, although an earlier call with the same
       * reference may have had one. The cause is neither the shopper nor the method.
       */
      readonly lockedOut?: true
      /**
       * True if the processor refuses the request itself, for example an amount that it cannot represent. The cause is neither the shopper
       * nor the method, and the same request would be refused again.
       */
      readonly refused?: true
      /**
       * True if the charge ended before it was executed, so that it can be made over another connection. Only the server sets this member,
       * never an adapter.
       */
      readonly notExecuted?: true
    }
  /**
   * The reference belongs to a request with other parameters, which may have moved money: a database that lost its last transactions has
   * reused the reference (DECISIONS 59). This call was not carried out. The server does not treat it as failed before it knows the outcome
   * of the other request.
   */
  | { readonly kind: 'taken'; readonly message: string }
  | {
      readonly kind: 'unknown'
      readonly message: string
      /**
       * True if this call was certainly not sent, because no connection to the processor could be made, or the server may not use the
       * processor. Neither a time-out nor an error of the processor proves that a call was not sent.
       */
      readonly notSent?: true
      /**
       * True if the processor's rate limit refused this call, which the server repeats later. A rate limit counts as an answer, so renewals
       * do not wait as they do for a silent processor.
       */
      readonly limited?: true
    }

/** An outcome that ends a call. Authorized money may still be captured or released later, and an accepted refund may still fail. */
export type FinalOutcome = Exclude<ProcessorOutcome, { kind: 'unknown' | 'action_required' | 'taken' }>

/** Whether an outcome is a {@link FinalOutcome}: approved, declined, abandoned or failed. */
export const isFinal = (outcome: ProcessorOutcome): outcome is FinalOutcome =>
  outcome.kind !== 'unknown' && outcome.kind !== 'action_required' && outcome.kind !== 'taken'

/**
 * Whether the first call under a reference certainly had no effect: it was never sent, the processor refused our credentials, or the charge
 * ended before it was executed. A call that timed out, broke off, was declined, or waits for its shopper may have had an effect.
 */
export const certainlyHadNoEffect = (outcome: ProcessorOutcome): boolean => {
  if (outcome.kind === 'unknown') return outcome.notSent === true
  return outcome.kind === 'failed' && (outcome.lockedOut === true || outcome.notExecuted === true)
}
