import type {
  AccountType,
  AddressChange,
  CardDetails,
  CheckoutPurpose,
  DeviceWalletType,
  Metadata,
  PaymentType,
} from '@billing-checkout/contract'
import type { PlanTerms, RiskRule } from '@billing-checkout/domain'
import type { AuthenticationWish, ChargedMethod, ShopperBrowser } from '../../processors/processor.ts'
import type { ClaimRow, ClientSessionRow, CustomerRow, PaymentMethodRow, PlanRow } from '../../store/rows.ts'
import type { PaymentPurpose } from '../../store/schema/payments.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { RequestIdentity } from '../../store/requests/request-identity.ts'
import type { RecordedConsent } from './consent-of-payment.ts'
import type { ReferenceBasis } from '../attempts/derive-reference.ts'
import type { SessionQuote, ResolvedSession } from '../quotes/resolve-session.ts'

/**
 * A card entered at the checkout, with its description. It is a decrypted card, kept in memory until the processor has been called; a
 * token from the processor's own fields; or the token of a card in a wallet that the processor's button opened.
 */
export interface TypedMethod {
  readonly kind: 'typed'
  /** Whether the card was typed or came from a wallet on the device. */
  readonly type: 'CARD' | DeviceWalletType
  /** The connection to charge over. */
  readonly connection: string
  readonly charged: Extract<ChargedMethod, { kind: 'typed_card' | 'processor_token' }>
  readonly details: CardDetails
  readonly fingerprint: string
  readonly billingAddress: AddressChange | null
  /** The only use of the sealed card or token: its id, and the time until which that id must be stored. */
  readonly use: { readonly jti: string; readonly expiresAt: string }
}

/** A wallet's token or an account at another provider. Its details are unknown until it has been charged. */
export interface WalletMethod {
  readonly kind: 'wallet'
  /** The connection to charge over. */
  readonly connection: string
  readonly type: AccountType | DeviceWalletType
  readonly charged: Extract<ChargedMethod, { kind: 'wallet_token' | 'account' }>
  readonly billingAddress: AddressChange | null
}

/** A new method as it arrived, with the connection that made its token; null if any connection can charge it. */
export type EnteredMethod =
  | (Omit<TypedMethod, 'connection'> & { readonly connection: string | null })
  | (Omit<WalletMethod, 'connection'> & { readonly connection: null })

/** A stored method. */
export interface StoredMethod {
  readonly kind: 'stored'
  readonly row: PaymentMethodRow
}

/** A session's view with nothing missing, quoted on the locked subscription. */
export interface PayableSession extends ResolvedSession<LockedSubscription> {
  readonly plan: PlanRow
  readonly terms: PlanTerms
  readonly quote: SessionQuote
  readonly purpose: CheckoutPurpose
}

/** The plan that is sold, its terms and the subscription it is sold to. */
export interface SoldTerms extends Pick<PayableSession, 'plan' | 'terms' | 'quote' | 'subscription' | 'country'> {
  /** Null for a charge without a checkout. */
  readonly session: ClientSessionRow | null
  readonly purpose: PaymentPurpose
}

/** Everything that is decided about a payment before it is recorded and sent to the processor. */
export interface ChargeDraft {
  readonly view: SoldTerms
  /** The claim to pay, if it exists. A period has one claim, which every try to charge the period pays. */
  readonly claimId: string | null
  /** The session's earlier claims, if they have been looked up. */
  readonly earlierClaims?: readonly ClaimRow[]
  /** What the call's reference is derived from; null if nothing stored distinguishes the call from another charge. */
  readonly reference: ReferenceBasis | null
  /** The request that began the payment, if it has an idempotency key. */
  readonly idempotency: RequestIdentity | null
  readonly customer: CustomerRow
  readonly sessionId: string | null
  readonly type: PaymentType
  readonly method: TypedMethod | WalletMethod | StoredMethod
  /** The rules by which the organization blocks payments. */
  readonly rules: readonly RiskRule[]
  /** Whether 3-D Secure is wanted. */
  readonly authentication: AuthenticationWish
  /** Whether the method is stored for later charges. */
  readonly store: boolean
  readonly metadata: Metadata
  readonly statementDescriptor: string | null
  /** What the payer agreed to; null if the payer was not present. */
  readonly consent: RecordedConsent | null
  /** The shopper's network address, which declines count against; null without a shopper. */
  readonly address: string | null
  /** The shopper's browser; absent without a shopper. */
  readonly browser?: ShopperBrowser
  /** See `AttemptDraft`. */
  readonly callsAtOnce?: false
  /** The connection to use if the method's own certainly did not charge it; absent if there is no other. */
  readonly nextConnection?: () => string | undefined
  /** See `NotDouble`. */
  readonly competesWithChallenge?: true
}

/** A charge as it is recorded. A purchase that costs nothing, now and later, has no method. */
export interface RecordedCharge extends Omit<ChargeDraft, 'method'> {
  readonly method: ChargeDraft['method'] | null
}

/** The fingerprint that identifies a method; null if it is unknown. */
export const fingerprintOf = (method: ChargeDraft['method']): string | null => {
  if (method.kind === 'wallet') return null
  return method.kind === 'typed' ? method.fingerprint : method.row.fingerprint
}
