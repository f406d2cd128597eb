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
import type { RequestIdentity } from '../../organization/caller-context.ts'
import type { RecordedConsent } from './consent-of-payment.ts'
import type { ReferenceBasis } from '../attempts/derive-reference.ts'
import type { SessionQuote, ResolvedSession } from '../quotes/resolve-session.ts'

/**
 * A card entered at the checkout, and described: typed and decrypted, so that it exists in memory only until the processor has been
 * called, or a token of the processor's own fields, or of the card in a wallet that its own button has opened.
 */
export interface TypedMethod {
  readonly kind: 'typed'
  /** Whether it was typed, or came out of the wallet of a device. */
  readonly type: 'CARD' | DeviceWalletType
  /** Over which it is charged. */
  readonly connection: string
  readonly charged: Extract<ChargedMethod, { kind: 'typed_card' | 'processor_token' }>
  readonly details: CardDetails
  readonly fingerprint: string
  readonly billingAddress: AddressChange | null
  /** The single use of the sealed card or the token: its id, and until when the id must be stored. */
  readonly use: { readonly jti: string; readonly expiresAt: string }
}

/** A wallet's token or an account elsewhere, about which nothing is known before it has been charged. */
export interface WalletMethod {
  readonly kind: 'wallet'
  /** Over which it is charged. */
  readonly connection: string
  readonly type: AccountType | DeviceWalletType
  readonly charged: Extract<ChargedMethod, { kind: 'wallet_token' | 'account' }>
  readonly billingAddress: AddressChange | null
}

/** A method that was not stored before, as it came: the connection that made its token, or null where it is charged over any. */
export type EnteredMethod =
  | (Omit<TypedMethod, 'connection'> & { readonly connection: string | null })
  | (Omit<WalletMethod, 'connection'> & { readonly connection: null })

/** A method stored earlier. */
export interface StoredMethod {
  readonly kind: 'stored'
  readonly row: PaymentMethodRow
}

/** A session's view with nothing missing, quoted on a subscription that is locked. */
export interface PayableSession extends ResolvedSession<LockedSubscription> {
  readonly plan: PlanRow
  readonly terms: PlanTerms
  readonly quote: SessionQuote
  readonly purpose: CheckoutPurpose
}

/** What is sold, on which terms, and to which subscription. */
export interface SoldTerms extends Pick<PayableSession, 'plan' | 'terms' | 'quote' | 'subscription' | 'country'> {
  /** Null for a charge without a checkout. */
  readonly session: ClientSessionRow | null
  readonly purpose: PaymentPurpose
}

/** Everything that is decided about a payment before it is recorded and the processor is called. */
export interface ChargeDraft {
  readonly view: SoldTerms
  /** The claim to pay if there is one already; the claim of a period is made once, however often it is tried. */
  readonly claimId: string | null
  /** The claims that the session has made, if they were looked up already. */
  readonly earlierClaims?: readonly ClaimRow[]
  /** What the reference of its call is derived from; null when nothing durable distinguishes it from another charge. */
  readonly reference: ReferenceBasis | null
  /** The request that asks for the payment, if the request may be repeated. */
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
  /** What the payer agreed to; null where they were not asked. */
  readonly consent: RecordedConsent | null
  /** The shopper's network address, against which a decline counts; null when no shopper is there. */
  readonly address: string | null
  /** The shopper's browser; absent when no shopper is there. */
  readonly browser?: ShopperBrowser
  /** See `AttemptDraft`. */
  readonly callsAtOnce?: false
  /** The connection to charge over once the method's own certainly has not charged it; absent where there is only one to ask. */
  readonly nextConnection?: () => string | undefined
  /** See `NotDouble`. */
  readonly besideChallenge?: true
}

/** A charge as it is recorded: one of nothing, now and later, has no method. */
export interface RecordedCharge extends Omit<ChargeDraft, 'method'> {
  readonly method: ChargeDraft['method'] | null
}

/** The fingerprint by which a method is recognised; null when nothing is known of it yet. */
export const fingerprintOf = (method: ChargeDraft['method']): string | null => {
  if (method.kind === 'wallet') return null
  return method.kind === 'typed' ? method.fingerprint : method.row.fingerprint
}
