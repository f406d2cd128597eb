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
import type { AuthenticationWish, ChargedMethod, TypedCard } from '../../processors/processor.ts'
import type { ClientSessionRow, CustomerRow, PaymentMethodRow, PlanRow } from '../../store/rows.ts'
import type { PaymentPurpose } from '../../store/schema/payments.ts'
import type { LockedSubscription } from '../../store/subscriptions.ts'
import type { RequestIdentity } from '../../http/call.ts'
import type { KeptConsent } from './consent-of-payment.ts'
import type { ReferenceBasis } from '../attempts/derive-reference.ts'
import type { SessionQuote, SessionView } from '../quotes/session-view.ts'

/** A card typed at the checkout: opened, described, and in memory only until the processor has been called. */
export interface TypedMethod {
  readonly kind: 'typed'
  readonly card: TypedCard
  readonly details: CardDetails
  readonly fingerprint: string
  readonly billingAddress: AddressChange | null
  /** The one use of the sealed card: its identifier, and until when it must be remembered. */
  readonly use: { readonly jti: string; readonly expiresAt: string }
}

/** A wallet's token or an account elsewhere, about which nothing is known before it has been charged. */
export interface WalletMethod {
  readonly kind: 'wallet'
  readonly type: AccountType | DeviceWalletType
  readonly charged: Extract<ChargedMethod, { kind: 'wallet_token' | 'account' }>
  readonly billingAddress: AddressChange | null
}

/** A method stored earlier. */
export interface StoredMethod {
  readonly kind: 'stored'
  readonly row: PaymentMethodRow
}

/** A session's view with nothing missing, quoted on a subscription that is locked. */
export interface PayableView extends SessionView<LockedSubscription> {
  readonly plan: PlanRow
  readonly terms: PlanTerms
  readonly quote: SessionQuote
  readonly purpose: CheckoutPurpose
}

/** What is sold, of which terms, to which subscription. */
export interface SoldView extends Pick<PayableView, 'plan' | 'terms' | 'quote' | 'subscription' | 'country'> {
  /** Null where nobody is at a checkout and nothing is named. */
  readonly session: ClientSessionRow | null
  readonly purpose: PaymentPurpose
}

/** Everything that has been decided about a payment before it is written down and attempted. */
export interface Sale {
  readonly view: SoldView
  /** The claim that is paid where there is one already: a period's, which is made once. */
  readonly claimId: string | null
  /** What its reference is derived from; null where nothing durable tells it from another charge. */
  readonly reference: ReferenceBasis | null
  /** The request that asks for it, where that may be repeated. */
  readonly asked: RequestIdentity | null
  readonly customer: CustomerRow
  readonly sessionId: string | null
  readonly type: PaymentType
  readonly method: TypedMethod | WalletMethod | StoredMethod
  /** What the organization blocks. */
  readonly rules: readonly RiskRule[]
  /** Whether the shopper is asked to prove who they are. */
  readonly authentication: AuthenticationWish
  /** Whether the method is kept for later charges. */
  readonly store: boolean
  readonly metadata: Metadata
  readonly statementDescriptor: string | null
  /** What the payer agreed to; null where they were not asked. */
  readonly consent: KeptConsent | null
  /** The shopper's network address, against which a decline counts; null where nobody typed anything. */
  readonly address: string | null
  /** Whether the call is not made by whoever writes it down. */
  readonly isLeftToOthers?: true
  /** See `NotDouble`. */
  readonly besideChallenge?: true
}

/** What a method is recognised by; null where nothing is known yet. */
export const fingerprintOf = (method: Sale['method']): string | null => {
  if (method.kind === 'wallet') return null
  return method.kind === 'typed' ? method.fingerprint : method.row.fingerprint
}
