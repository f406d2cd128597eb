import type {
  AccountType,
  CheckResult,
  CurrencyCode,
  DeclineCode,
  DeviceWalletType,
  NextActionType,
  PaymentMethodDetails,
  PaymentMethodType,
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

/** What is charged: a card typed just now, the processor's own token of a stored method, or a card from our vault. */
export type ChargedMethod =
  | { readonly kind: 'typed_card'; readonly card: TypedCard }
  | {
      readonly kind: 'stored'
      readonly token: string
      readonly expMonth: number | null
      readonly expYear: number | null
    }
  | { readonly kind: 'vaulted_card'; readonly card: Omit<TypedCard, 'cvc'> }
  /** What the wallet of the shopper's device gave: one-time data like a typed card. */
  | { readonly kind: 'wallet_token'; readonly type: DeviceWalletType; readonly token: string }
  /** An account elsewhere, whose holder is sent there to approve. */
  | { readonly kind: 'account'; readonly type: AccountType }

/**
 * When the shopper is asked to prove who they are (3-D Secure): always, only where the issuer would decline otherwise, or
 * never, because nobody is there to ask.
 */
export type AuthenticationWish = 'required' | 'if_asked' | 'none'

/** The first payment of a stored method, which later ones without the shopper refer to. */
export interface EarlierPayment {
  readonly networkPaymentId: string | null
  /** The 3-D Secure transaction that authenticated it. */
  readonly authenticationId: string | null
}

/** A request to authorize an amount. Amount 0 verifies the method. */
export interface AuthorizeRequest {
  /** Our reference, the same however often the same call is repeated. */
  readonly reference: string
  /** Minor units. */
  readonly amount: number
  readonly currency: CurrencyCode
  readonly initiator: PaymentType
  readonly method: ChargedMethod
  readonly authentication: AuthenticationWish
  /** Where the shopper's browser comes back to when an action elsewhere is over; null where there is no shopper. */
  readonly returnUrl: string | null
  /** What a charge without the shopper refers to. */
  readonly earlier: EarlierPayment | null
  /** Whether the method will be charged again later; the answer then carries its token. */
  readonly store: boolean
  readonly statementDescriptor: string | null
  readonly billingAddress: { readonly postalCode: string | null; readonly line1: string | null } | null
  /** Billing-clock time of the request. */
  readonly at: Timestamp
}

/** A request to take money that was authorized. */
export interface CaptureRequest {
  /** Our reference, the same however often the same call is repeated. */
  readonly reference: string
  /** The authorized transaction, by the processor's own id. */
  readonly transactionId: string
  /** Minor units of the authorized currency. */
  readonly amount: number
  readonly currency: CurrencyCode
  readonly at: Timestamp
}

/** A request to let go of money that was authorized and not captured. */
export type VoidRequest = Omit<CaptureRequest, 'amount' | 'currency'>

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
  /** Null where it does not say, or says what nobody knows. */
  readonly tokenType: PaymentTokenType | null
  readonly avs: { readonly postalCode: CheckResult; readonly streetAddress: CheckResult }
  readonly cvc: CheckResult
  readonly authCode: string | null
  readonly networkPaymentId: string | null
  readonly arn: string | null
  readonly threeDSecure: ThreeDSecure | null
}

/** What a processor has found out about a wallet or an account by charging it. */
export interface LearntMethod {
  /** In the shape of the method's own kind. */
  readonly details: PaymentMethodDetails
  /** What tells the account, or the card behind the wallet, from every other one; null where the processor does not say. */
  readonly accountId: string | null
}

/** What the shopper has to do elsewhere before the processor can go on. */
export interface ShopperAction {
  readonly type: NextActionType
  /** The processor's page for it: an absolute address, or a path on this server. */
  readonly url: string
}

/**
 * How a call to a processor ended. Expected endings are values; `unknown` means that nobody can tell yet, and is never
 * treated as a failure. `action_required` is not an ending: the same reference ends later.
 */
export type ProcessorOutcome =
  | {
      readonly kind: 'approved'
      readonly facts: ProcessorFacts
      readonly storedToken: string | null
      /** Whether the money was taken, with the approval or since; false: it is held until it is captured or voided. */
      readonly captured: boolean
      /** Minor units that were approved, where that may be another sum than was asked for. */
      readonly approvedAmount?: number
      /** The currency of that sum, where it may be another than was asked for. */
      readonly approvedCurrency?: CurrencyCode
      /** True where this is what became of another request under the same reference; see `taken`. The server notes it, no adapter. */
      readonly ofOtherRequest?: true
      /** True where held money was released or its authorization has expired: nothing can be taken any more. */
      readonly released?: boolean
      /** Always there for a device's wallet and for an account that was approved just now. */
      readonly learnt?: LearntMethod
    }
  | {
      readonly kind: 'declined'
      readonly facts: ProcessorFacts
      readonly declineCode: DeclineCode
      readonly message: string
      readonly learnt?: LearntMethod
    }
  | {
      readonly kind: 'action_required'
      readonly action: ShopperAction
      readonly threeDSecure: ThreeDSecure | null
    }
  /** The shopper called it off or let the time run out; no money can move any more. */
  | { readonly kind: 'abandoned'; readonly facts: ProcessorFacts; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string; readonly ofOtherRequest?: true }
  /**
   * The reference stands for a request with other parameters, which may have moved money: a database that lost its last
   * transactions has made it. This one was not carried out, and is never treated as a failure before that is known.
   */
  | { readonly kind: 'taken'; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string }

/** An outcome that will not change any more. */
export type FinalOutcome = Exclude<ProcessorOutcome, { kind: 'unknown' | 'action_required' | 'taken' }>

/**
 * What became of captured money on its way to the merchant: it has arrived, it never will, it is still on its way, or the
 * processor rejects the question about this one transaction.
 */
export interface Settlement {
  readonly transactionId: string
  readonly state: 'settled' | 'failed' | 'pending' | 'rejected'
  /** Why it is rejected. */
  readonly message?: string
}

/** Money that a processor moved, or holds, under a reference of ours. */
export interface ListedTransaction {
  readonly reference: string
  /** The processor's own id. */
  readonly transactionId: string
  readonly kind: 'authorize' | 'capture' | 'refund'
  /** Minor units, as authorized, captured or refunded. */
  readonly amount: number
  readonly currency: CurrencyCode
  /** By the processor's clock. */
  readonly at: Timestamp
  /** Of a capture or a refund: the transaction that it belongs to, by the processor's own id. */
  readonly of: string | null
}

/** A part of a list of transactions. */
export interface TransactionPage {
  readonly transactions: readonly ListedTransaction[]
  /** What the next page is asked for with; null: this was the last. */
  readonly next: string | null
}

/**
 * A company that moves money.
 *
 * The caller guarantees: one reference per intended movement, repeated unchanged after a crash; calls made outside any
 * database transaction; card data passed once and never again; `authorize` repeated only before it was answered with
 * `action_required`, afterwards the caller looks up; where nobody is there to act, the caller closes the reference.
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
  /**
   * Whether it keeps no cards itself, so that a stored one is sent to it again from our vault; otherwise its token is charged,
   * and no card number is ever stored here.
   */
  readonly needsCardNumber: boolean
  /** The kinds of payment method that it can charge. */
  readonly methodKinds: readonly PaymentMethodType[]
  /** Moves money, or with amount 0 verifies a method; `taken`, like each of these, where the reference stands for another request. */
  authorize(request: AuthorizeRequest): Promise<ProcessorOutcome>
  /** Takes authorized money, once; `failed` where nothing is held under the transaction. */
  capture(request: CaptureRequest): Promise<ProcessorOutcome>
  /** Lets go of authorized money; `failed` where it was captured or let go already. */
  void(request: VoidRequest): Promise<ProcessorOutcome>
  /** Gives money back, together never more than was captured; `failed` where there is nothing left to give back. */
  refund(request: RefundRequest): Promise<ProcessorOutcome>
  /**
   * What became of a reference by now, with the sum that was approved; `undefined` when the processor has never seen it. Of an
   * authorization that includes whether its money was captured or released since, whoever did that.
   */
  lookUp(reference: string): Promise<ProcessorOutcome | undefined>
  /**
   * Makes sure that a reference not seen so far can never move money, and that one which waits for the shopper ends as
   * abandoned; answers what became of it if it was seen, as `lookUp` does.
   */
  close(reference: string): Promise<FinalOutcome | undefined>
  /**
   * What became of captured transactions, one answer for each; one that is left out is still on its way. A transaction that
   * cannot be asked about is answered as `rejected`, so that the others are answered all the same.
   */
  settlements(transactionIds: readonly string[]): Promise<readonly Settlement[]>
  /**
   * Everything that moved or holds money since a moment of its own clock: every approved charge, capture and refund that was
   * made under a reference, each once, oldest first, on as many pages as it takes. What others do through the same account, and
   * verifications, are left out. A transaction that is on its way when it is asked for may be missing.
   */
  list(since: Timestamp, page?: string): Promise<TransactionPage>
}
