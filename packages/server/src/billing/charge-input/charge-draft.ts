import type {
  AccountType,
  AddressChange,
  CardDetails,
  CheckoutPurpose,
  CountryCode,
  DeviceWalletType,
  Metadata,
  operations,
  PaymentType,
} from '@billing-checkout/contract'
import type { PlanTerms, RiskRule, Timestamp } from '@billing-checkout/domain'
import type { z } from 'zod'
import type { AuthenticationWish, ChargedMethod, ShopperBrowser } from '../../processors/processor.ts'
import type { ClaimRow, ClientSessionRow, CustomerRow, PaymentMethodRow, PlanRow } from '../../store/rows.ts'
import type { PaymentPurpose } from '../../store/schema/payments.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { RequestIdentity } from '../../store/requests/request-identity.ts'
import type { ReferenceBasis } from '../attempts/derive-reference.ts'
import type { ResolvedSession, SessionQuote } from '../quotes/resolve-session.ts'

/**
 * A card entered at the checkout, with its description. `charged` is one of three: a decrypted card, kept in memory until the processor has
 * been called; a token from the processor's own fields; or a token of a card in a wallet that the processor's button opened.
 */
export interface CardMethod {
  readonly kind: 'typed'
  /** Whether the card was typed or came from a wallet on the device. */
  readonly type: 'CARD' | DeviceWalletType
  /** The connection to charge over. */
  readonly connection: string
  readonly charged: Extract<ChargedMethod, { kind: 'typed_card' | 'processor_token' }>
  readonly details: CardDetails
  readonly fingerprint: string
  readonly billingAddress: AddressChange | null
  /** The id of the sealed card or token, and the time until which this id must be stored to refuse a second use. */
  readonly singleUse: { readonly jti: string; readonly expiresAt: string }
}

/** A wallet's token, or an account at another provider such as PayPal. The method's details are unknown until it has been charged. */
export interface WalletMethod {
  readonly kind: 'wallet'
  /** The connection to charge over. */
  readonly connection: string
  readonly type: AccountType | DeviceWalletType
  readonly charged: Extract<ChargedMethod, { kind: 'wallet_token' | 'account' }>
  readonly billingAddress: AddressChange | null
}

/**
 * A new method as the request contains it. `connection` is the connection that made the method's token; null if any connection can charge
 * the method.
 */
export type EnteredMethod =
  | (Omit<CardMethod, 'connection'> & { readonly connection: string | null })
  | (Omit<WalletMethod, 'connection'> & { readonly connection: null })

/** A stored method. */
export interface StoredMethod {
  readonly kind: 'stored'
  readonly row: PaymentMethodRow
}

/** A resolved session with everything that a payment needs. The subscription, if the session has one, is locked. */
export interface PayableSession extends ResolvedSession<LockedSubscription> {
  readonly plan: PlanRow
  readonly terms: PlanTerms
  readonly quote: SessionQuote
  readonly purpose: CheckoutPurpose
}

/** The plan that is sold, its terms and quote, and the existing subscription that the sale changes, if any. */
export interface QuotedSale extends Pick<PayableSession, 'plan' | 'terms' | 'quote' | 'subscription' | 'country'> {
  /** Null for a charge without a checkout. */
  readonly session: ClientSessionRow | null
  readonly purpose: PaymentPurpose
}

/** A consent receipt, as stored with its payment. */
export interface RecordedConsent extends NonNullable<PaymentBody['consent']> {
  /** SHA-256 of `text`, in hexadecimal digits. */
  readonly text_sha256: string
  /** Present if `displayed_text` is. The server cannot verify that text, because the payer's browser reports it. */
  readonly displayed_text_is_verified?: false
  /** Hash of the quote that the payer agreed to. */
  readonly quote: string
  /** When the server received the receipt, by its wall clock. In contrast, `at` is the time that the payer's browser states. */
  readonly received_at: Timestamp
  /** The country of sale, whose law the checkout followed; null if it was unknown. */
  readonly country: CountryCode | null
  /** The page to which the checkout directed a payer who wants to withdraw from the contract; null if it showed no such notice. */
  readonly withdrawal_url: string | null
}

/** The facts about a sale from which its payment's row is made. */
export interface SaleDraft {
  readonly quotedSale: QuotedSale
  /** The session's earlier claims, if they have been looked up. */
  readonly earlierClaims?: readonly ClaimRow[]
  readonly customer: CustomerRow
  readonly sessionId: string | null
  readonly type: PaymentType
  readonly metadata: Metadata
  readonly statementDescriptor: string | null
  /** The payer's consent receipt; null if the request contains none. */
  readonly consent: RecordedConsent | null
  /** The shopper's network address, for which declines are counted; null without a shopper. */
  readonly address: string | null
}

/** Everything that is decided about a charge before it is recorded and sent to the processor. */
export interface ChargeDraft extends SaleDraft {
  /**
   * The id of the claim to pay; null if `openPayment` has to find or insert the claim. A period has one claim, which every try to charge
   * the period pays.
   */
  readonly claimId: string | null
  /** What the call's reference is derived from; null if nothing stored distinguishes the call from another charge. */
  readonly reference: ReferenceBasis | null
  /** The request that began the payment, if it has an idempotency key. */
  readonly idempotency: RequestIdentity | null
  readonly method: CardMethod | WalletMethod | StoredMethod
  /** The rules by which the organization blocks payments. */
  readonly rules: readonly RiskRule[]
  /** Which 3-D Secure authentication the charge requests. */
  readonly authentication: AuthenticationWish
  /** Whether the method is stored for later charges. */
  readonly store: boolean
  /** The shopper's browser; absent without a shopper. */
  readonly browser?: ShopperBrowser
  /** False if `completeAttempts` makes the call after the commit; see `AttemptDraft`. */
  readonly callsAtOnce?: false
  /**
   * Returns the connection to use if the method's own connection certainly did not charge the method; absent if the method has only one
   * connection.
   */
  readonly nextConnection?: () => string | undefined
  /** Set if another payment for the same thing waits for a bank's challenge; see `DuplicateCheckResult`. */
  readonly competesWithChallenge?: true
}

/**
 * The parts of a charge that are the same for every charge without a shopper. Such a charge has no network address, because its decline
 * does not count as card testing.
 */
export const merchantInitiatedFields = {
  sessionId: null,
  type: 'MIT',
  authentication: 'none',
  store: false,
  address: null,
} as const satisfies Partial<ChargeDraft>

/** The fingerprint that identifies a method; null if it is unknown. */
export const fingerprintOf = (method: ChargeDraft['method']): string | null => {
  if (method.kind === 'wallet') return null
  return method.kind === 'typed' ? method.fingerprint : method.row.fingerprint
}

/** The body of `POST /payments`. */
export type PaymentBody = z.output<NonNullable<typeof operations.createPayment.body>>
