import type { AccountType, CurrencyCode, DeviceWalletType, PaymentType } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { ChargedCustomer } from './customer-records.ts'

/** A card as the shopper typed it. It exists only in memory, from the decryption of the JWE to the call of the processor. */
export interface TypedCard {
  readonly number: string
  readonly expMonth: number
  readonly expYear: number
  readonly cvc: string
  readonly name: string | null
}

/** The method to charge: a typed card, the processor's own token of a stored method, a card from our vault, or one of the following. */
export type ChargedMethod =
  | { readonly kind: 'typed_card'; readonly card: TypedCard }
  | {
      readonly kind: 'stored'
      readonly token: string
      readonly expMonth: number | null
      readonly expYear: number | null
    }
  | { readonly kind: 'vaulted_card'; readonly card: Omit<TypedCard, 'cvc'> }
  /** The payment token of a wallet on the shopper's device: one-time data, like a typed card. */
  | { readonly kind: 'wallet_token'; readonly type: DeviceWalletType; readonly token: string }
  /** A token from the processor's own fields: valid for one charge, and known to {@link Processor.describe}. */
  | { readonly kind: 'processor_token'; readonly token: string }
  /** An account at another company, where its holder approves the charge. */
  | { readonly kind: 'account'; readonly type: AccountType }

/** When to request 3-D Secure: always, only if the issuer would otherwise decline, or never, because no shopper is present. */
export type AuthenticationWish = 'required' | 'if_asked' | 'none'

/** The first payment of a stored method, to which later payments without the shopper refer. */
export interface EarlierPayment {
  readonly networkPaymentId: string | null
  /** The 3-D Secure transaction that authenticated the first payment. */
  readonly authenticationId: string | null
}

/** The details of the shopper's browser, from the HTTP request that the browser sent. */
export interface ShopperBrowser {
  /** The browser's network address. */
  readonly address: string
  readonly userAgent: string
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
  /** The payer; null if unknown. */
  readonly customer: ChargedCustomer | null
  readonly authentication: AuthenticationWish
  /** The page to which the shopper's browser returns after an action elsewhere; null without a shopper. */
  readonly returnUrl: string | null
  /** The earlier payment to which a charge without the shopper refers. */
  readonly earlier: EarlierPayment | null
  /** Whether the method will be charged again later. If true, the outcome contains the method's token. */
  readonly store: boolean
  /** The browser in which a shopper agrees to later charges of an account at another company; absent for other charges. */
  readonly browser?: ShopperBrowser
  readonly statementDescriptor: string | null
  /** The text for the processor's dashboard: the plan and our id of the payment. */
  readonly description?: string
  readonly billingAddress: { readonly postalCode: string | null; readonly line1: string | null } | null
  /** Billing-clock time of the request. */
  readonly at: Timestamp
}

/** A request to capture authorized money. */
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

/** A request to void an authorization that was not captured. */
export type VoidRequest = Omit<CaptureRequest, 'amount' | 'currency'>

/** A request to refund all or a part of a captured transaction. */
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

/** The facts that the server knows about a call that it has opened, for queries to the processor. */
export interface KnownCall {
  readonly kind: 'authorize' | 'verify' | 'capture' | 'void' | 'refund'
  /** The transaction that was prepared for the call, by the processor's own id; null if none is known. */
  readonly transactionId: string | null
  /** The wall-clock time just before the call was first made. */
  readonly openedAt: Timestamp
  /** The processor's record of the charged customer, and the token of the stored method; each is absent if unknown. */
  readonly customer?: string
  readonly method?: string
  /** For a refund: the transaction that it refunds. */
  readonly of?: string
}
