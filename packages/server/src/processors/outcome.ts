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

/** What a processor knows about a transaction, whether it was approved or not. */
export interface ProcessorFacts {
  readonly transactionId: string
  readonly processor: {
    readonly id: string
    readonly type: string
    readonly description: string
    readonly merchantId: string
  }
  /** Null when the processor does not say, or says something unknown. */
  readonly tokenType: PaymentTokenType | null
  readonly avs: { readonly postalCode: CheckResult; readonly streetAddress: CheckResult }
  readonly cvc: CheckResult
  readonly authCode: string | null
  readonly networkPaymentId: string | null
  readonly arn: string | null
  readonly threeDSecure: ThreeDSecure | null
}

/** What a processor has learnt of a wallet or an account by charging it. */
export interface LearntMethod {
  /** The details, in the shape of the method's own kind. */
  readonly details: PaymentMethodDetails
  /** What distinguishes the account, or the card behind the wallet, from every other one; null when the processor does not say. */
  readonly accountId: string | null
}

/** What the shopper has to do elsewhere before the processor can go on. */
export interface ShopperAction {
  readonly type: NextActionType
  /** The processor's page for it: an absolute address, or a path on this server. */
  readonly url: string
}

/**
 * How a call to a processor ended. Expected endings are values; `unknown` means that the ending is not known yet, and is never treated
 * as a failure. `action_required` is not an ending: the same reference ends later.
 */
export type ProcessorOutcome =
  | {
      readonly kind: 'approved'
      readonly facts: ProcessorFacts
      readonly storedToken: string | null
      /** True when the money was captured, with the approval or since; false while it is only authorized. */
      readonly captured: boolean
      /** The sum that was approved, in minor units, if it may differ from the request. */
      readonly approvedAmount?: number
      /** The currency of that sum, if it may differ from the request. */
      readonly approvedCurrency?: CurrencyCode
      /**
       * True when this is the outcome of another request under the same reference; see `taken`. The server sets it, no adapter
       * does.
       */
      readonly ofOtherRequest?: true
      /** True when the authorization was voided or has expired, so that nothing can be captured any more. */
      readonly released?: boolean
      /** True for a refund, and nothing else, that was accepted and may still fail; `refunds` says later what became of it. */
      readonly pending?: boolean
      /** Always present for a device's wallet and for an account that was approved just now. */
      readonly learnt?: LearntMethod
    }
  | {
      readonly kind: 'declined'
      readonly facts: ProcessorFacts
      readonly declineCode: DeclineCode
      /** What the issuer advises, if the processor says so. It wins over what the decline code usually means. */
      readonly advice?: AdviceCode
      /** The processor's own id of its record of the customer, if that is gone: the next new method gets another record. */
      readonly missingCustomer?: string
      /** The network's own code of the decline, by which an issuer can explain it. */
      readonly networkCode?: string
      /**
       * True if a holder of the declined transaction's secret could still pay it, because it could not be cancelled. The server closes its
       * reference until that is certain, and refunds what was paid meanwhile.
       */
      readonly leftOpen?: true
      /**
       * Present if the processor refused the charge with a code that the adapter does not know: the method may be to blame, or every
       * charge may be refused like this. If several methods meet the same code, the server treats the rest as `refused`.
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
  /** The shopper cancelled or let the time run out; no money can move any more. */
  | { readonly kind: 'abandoned'; readonly facts: ProcessorFacts; readonly message: string }
  | {
      readonly kind: 'failed'
      readonly message: string
      readonly ofOtherRequest?: true
      /**
       * True if the processor refuses the credentials or the whole account. This call did nothing, whatever an earlier one under the same
       * reference did, and neither the shopper nor the method is to blame.
       */
      readonly lockedOut?: true
      /**
       * True if the processor refuses the request itself, such as an amount that it cannot represent. Neither the shopper nor the method is
       * to blame, and the same request would be refused again.
       */
      readonly refused?: true
      /**
       * True if the charge ended before it was executed, so that it can be made over another connection. The server sets it, no adapter
       * does.
       */
      readonly notExecuted?: true
    }
  /**
   * The reference belongs to a request with other parameters, which may have moved money; a database that lost its last
   * transactions has made it (DECISIONS 59). This request was not carried out, and is not treated as a failure before the other's
   * outcome is known.
   */
  | { readonly kind: 'taken'; readonly message: string }
  | {
      readonly kind: 'unknown'
      readonly message: string
      /**
       * True if this call was certainly not sent, because no connection to the processor could be made, or the server may not use it. A
       * time-out is no proof of that, and neither is an error that the processor answers.
       */
      readonly notSent?: true
      /**
       * True if the processor refused this call because it had too many others: it is repeated later. That is an answer, so renewals do not
       * wait as they do for a processor that is silent.
       */
      readonly limited?: true
    }

/** An outcome that will not change any more. */
export type FinalOutcome = Exclude<ProcessorOutcome, { kind: 'unknown' | 'action_required' | 'taken' }>
