import type {
  Address,
  CurrencyCode,
  EventType,
  IntervalUnit,
  Metadata,
  PaymentMethod,
  PaymentMethodType,
  PaymentStatus,
  PaymentTax,
  PaymentTokenType,
  PaymentType,
  CheckoutPurpose,
  PlanPricing,
  PlanType,
  RefundStatus,
  SessionMembers,
  StatusReason,
  SubscriptionStatus,
  ThreeDSecure,
  Payment,
} from '@billing-checkout/contract'
import type { BillingPeriod, PlanTerms, QuoteDraft, Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated } from 'kysely'
import type { TaxDecision } from '../billing/decide-tax.ts'
import type { ProcessorCall } from '../processors/call-processor.ts'
import type { ShopperAction } from '../processors/processor.ts'

/** A jsonb column: read as the value, written as its JSON text, which both drivers take alike. */
export type Json<Value> = ColumnType<Value, string, string>

/** The tables, in camelCase as the code sees them; columns are described where they are made, in `migrations/`. */
export interface Schema {
  readonly clock: ClockTable
  readonly serverKeys: ServerKeyTable
  readonly dataKeys: DataKeyTable
  readonly vaultedCards: VaultedCardTable
  readonly elementFiles: ElementFileTable
  readonly organizations: OrganizationTable
  readonly apiKeys: ApiKeyTable
  readonly customers: CustomerTable
  readonly paymentMethods: PaymentMethodTable
  readonly plans: PlanTable
  readonly subscriptions: SubscriptionTable
  readonly clientSessions: ClientSessionTable
  readonly claims: ClaimTable
  readonly payments: PaymentTable
  readonly paymentTexts: PaymentTextTable
  readonly listTotals: ListTotalTable
  readonly attempts: AttemptTable
  readonly refunds: RefundTable
  readonly usedCardTokens: UsedCardTokenTable
  readonly idempotencyKeys: IdempotencyKeyTable
  readonly declineCounts: DeclineCountTable
  readonly events: EventTable
  readonly 'sandboxProcessor.confirmations': SandboxConfirmationTable
  readonly 'sandboxProcessor.methods': SandboxMethodTable
  readonly 'sandboxProcessor.transactions': SandboxTransactionTable
}

interface ClockTable {
  singleton: Generated<boolean>
  offsetMillis: number
  frozenAt: Timestamp | null
  /** Who is moving the clock, and until when (wall clock) the others wait. */
  mover: Generated<string | null>
  moverUntil: Generated<Timestamp | null>
}

interface ServerKeyTable {
  kid: string
  purpose: 'client_token' | 'card'
  publicJwk: Json<Record<string, string>>
  sealedPrivateJwk: Uint8Array
  createdAt: Timestamp
  retiredAt: Timestamp | null
}

interface DataKeyTable {
  purpose: 'cards' | 'fingerprints' | 'api keys' | 'element files'
  version: number
  wrappedKey: Uint8Array
  createdAt: Timestamp
}

interface VaultedCardTable {
  organizationId: string
  id: string
  sealed: Uint8Array
  keyVersion: number
  createdAt: Timestamp
}

interface ElementFileTable {
  path: string
  body: Uint8Array
  seal: Uint8Array
  createdAt: Timestamp
}

interface OrganizationTable {
  id: string
  name: string
  settings: Json<Record<string, unknown>>
  createdAt: Timestamp
  updatedAt: Timestamp
}

interface ApiKeyTable {
  organizationId: string
  id: string
  secretHash: Uint8Array
  hint: string
  scopes: Json<Record<string, 'read' | 'write'>> | null
  createdAt: Timestamp
  expiresAt: Timestamp | null
  revokedAt: Timestamp | null
}

interface CustomerTable {
  organizationId: string
  id: string
  externalId: string | null
  fullName: string | null
  email: string | null
  phone: string | null
  address: ColumnType<Address | null, string | null, string | null>
  /** What the customer last said at a checkout; it decides tax and nothing else. */
  taxAddress: ColumnType<TaxAddress | null, string | null | undefined, string | null>
  metadata: Json<Metadata>
  createdAt: Timestamp
  updatedAt: Timestamp
  normalizedEmail: ColumnType<string | null, never, never>
  searchText: ColumnType<string, never, never>
}

interface PaymentMethodTable {
  organizationId: string
  id: string
  customerId: string
  type: PaymentMethodType
  details: Json<PaymentMethod['details']>
  billingAddress: ColumnType<Address | null, string | null, string | null>
  processor: string
  processorToken: string
  fingerprint: string | null
  /** The payment by which the method was stored, as its network and 3-D Secure know it. */
  networkPaymentId: string | null
  authenticationId: string | null
  createdAt: Timestamp
  detachedAt: Timestamp | null
}

interface PlanTable {
  organizationId: string
  id: string
  name: string
  type: PlanType
  intervalUnit: IntervalUnit | null
  intervalCount: number | null
  price: Json<PlanPricing>
  collectTax: boolean | null
  trialIntervalUnit: IntervalUnit | null
  trialIntervalCount: number | null
  trialPrice: ColumnType<PlanPricing | null, string | null, string | null>
  archivedAt: Timestamp | null
  createdAt: Timestamp
  updatedAt: Timestamp
  searchText: ColumnType<string, never, never>
}

interface SubscriptionTable {
  organizationId: string
  id: string
  customerId: string
  planId: string
  status: SubscriptionStatus
  priceAmount: number
  priceCurrency: CurrencyCode
  trialPriceAmount: number | null
  paymentMethodId: string | null
  anchor: Timestamp
  trialEndsAt: Timestamp | null
  currentPeriodStart: Timestamp
  currentPeriodEnd: Timestamp
  periodCostAmount: number
  nextBillingDate: Timestamp | null
  /** Credit that lowers later charges; below zero a surcharge on the next one. */
  balanceAmount: number
  attemptCount: number
  attemptsMax: number
  pastDueSince: Timestamp | null
  /** When a past-due subscription is cancelled although no further try is planned. */
  givesUpAt: Generated<Timestamp | null>
  /** Technical failures of the owed charge in a row. */
  failureCount: Generated<number>
  periodPaymentId: Generated<string | null>
  renewalPaymentId: Generated<string | null>
  /** The claim of the current period when its payment failed after it had been approved. */
  owedClaimId: Generated<string | null>
  heldUntil: Generated<Timestamp | null>
  heldCount: Generated<number>
  heldReason: Generated<string | null>
  /** Wall-clock time until which another worker keeps off. */
  leaseUntil: Generated<Timestamp | null>
  noticedPeriodEnd: Generated<Timestamp | null>
  dueAt: ColumnType<Timestamp | null, never, never>
  noticeAt: ColumnType<Timestamp | null, never, never>
  metadata: Json<Metadata>
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** Where a shopper says they are, as far as tax depends on it. */
export interface TaxAddress {
  readonly country: string | null
  readonly state: string | null
  readonly postal_code: string | null
}

interface ClientSessionTable {
  organizationId: string
  id: string
  members: Json<SessionMembers>
  /** The customer that the first payment attempt matched or made. */
  customerId: string | null
  quote: ColumnType<FrozenQuote | null, string | null, string | null>
  /** What the shopper said at this checkout; it decides tax and nothing else. */
  taxAddress: ColumnType<TaxAddress | null, string | null | undefined, string | null>
  /** Set when a card turned out to have had this plan's trial before. */
  trialRefused: Generated<boolean>
  expiresAt: Timestamp
  completedAt: Timestamp | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** The instant a session's quote is frozen at, and for how long (decisions 7). */
export interface FrozenQuote {
  readonly id: string
  readonly at: Timestamp
  readonly expiresAt: Timestamp
  /** What the quote was made of; when that changes, so does the quote. */
  readonly basis: string
}

/** The terms that a claim was made on; they never change, whatever becomes of the plan. */
export interface FrozenClaim {
  readonly hash: string
  readonly terms: PlanTerms
  readonly withTrial: boolean
  readonly draft: QuoteDraft
  /** How the tax in the draft came about; claims made before tax was collected have none. */
  readonly tax?: TaxDecision
  /** Only of a period's claim: which one, and how much balance it uses up when it is paid, in minor units. */
  readonly period?: BillingPeriod & { readonly balanceUsed: number }
  /** The balance that the draft was made with, in minor units; what has joined it since stays. */
  readonly balanceBefore?: number
}

interface ClaimTable {
  organizationId: string
  id: string
  kind: 'checkout' | 'merchant' | 'period' | 'change'
  customerId: string
  planId: string
  subscriptionId: string | null
  sessionId: string | null
  periodStart: Timestamp | null
  amount: number
  currencyCode: CurrencyCode
  quote: Json<FrozenClaim>
  createdAt: Timestamp
}

/** What a payment is for: what a session can be for, or the next period of a subscription. */
export type PaymentPurpose = CheckoutPurpose | 'renew'

/** The exchange rate that a payment's dollar amounts were made with, frozen with it. */
export interface FrozenExchange {
  readonly date: string
  readonly source: string
  readonly usdPerUnit: string
}

interface PaymentTable {
  organizationId: string
  id: string
  claimId: string
  sessionId: string | null
  customerId: string
  planId: string
  subscriptionId: string | null
  paymentMethodId: string | null
  purpose: PaymentPurpose
  amount: number
  amountUsd: number | null
  currencyCode: CurrencyCode
  exchange: ColumnType<FrozenExchange | null, string | null, string | null>
  paymentStatus: PaymentStatus
  paymentType: PaymentType
  paymentTokenType: PaymentTokenType | null
  paymentMethod: ColumnType<PaymentMethod | null, string | null, string | null>
  fingerprint: string | null
  /** The shopper's network address as a keyed hash. */
  addressHash: string | null
  metadata: Json<Metadata>
  statementDescriptor: string | null
  refundedAmount: Generated<number>
  avsCheck: ColumnType<Payment['avs_check'], string | null, string | null>
  cvcCheck: ColumnType<Payment['cvc_check'], string | null, string | null>
  paymentDetails: ColumnType<Payment['payment_details'], string | null, string | null>
  processor: ColumnType<Payment['processor'], string | null, string | null>
  statusReason: ColumnType<StatusReason | null, string | null, string | null>
  tax: ColumnType<PaymentTax | null, string | null, string | null>
  /** 3-D Secure data; the plain name because the case plugin cannot spell `three_d_secure`. */
  authentication: ColumnType<ThreeDSecure | null, string | null, string | null>
  consent: ColumnType<unknown, string | null, string | null>
  settlesAt: Timestamp | null
  createdAt: Timestamp
  updatedAt: Timestamp
  searchText: string
}

/** What payments are found by, written by the database whenever a payment's search text is. */
interface PaymentTextTable {
  organizationId: string
  id: string
  createdAt: Timestamp
  searchText: string
}

interface ListTotalTable {
  organizationId: string
  list: string
  filter: string
  snapshotAt: Timestamp
  total: number
  rememberedAt: Timestamp
}

/** What finishing an attempt needs to know beside the payment. */
export interface AttemptNotes {
  /** The shopper's network address, against which a decline counts. */
  readonly address?: string
  readonly refundId?: string
  /** The card that is kept in the vault if this is approved, and forgotten if not. */
  readonly vaultId?: string
  /** A new method of which nothing is known before it was charged. */
  readonly wallet?: { readonly id: string; readonly type: PaymentMethodType; readonly billingAddress: Address | null }
}

/** An attempt's request as it is kept. */
export interface KeptRequest {
  readonly notes: AttemptNotes
  /** Null where the call carried a typed card, which is kept nowhere. */
  readonly call: ProcessorCall | null
  /** Wall-clock time at which the call was about to be made first. */
  readonly openedAt: Timestamp
}

interface AttemptTable {
  organizationId: string
  id: string
  paymentId: string
  kind: 'authorize' | 'capture' | 'void' | 'refund' | 'verify'
  state: 'open' | 'done' | 'closed'
  processor: string
  processorKey: string
  carriesCardData: boolean
  request: Json<KeptRequest>
  outcome: ColumnType<unknown, string | null, string | null>
  fence: Generated<number>
  leaseUntil: Timestamp
  /** What the shopper has to do elsewhere meanwhile. */
  action: ColumnType<(ShopperAction & { readonly returnTo?: string }) | null, string | null, string | null>
  /** The unguessable name of the page for it. */
  actionId: string | null
  createdAt: Timestamp
  finishedAt: Timestamp | null
}

interface RefundTable {
  organizationId: string
  id: string
  paymentId: string
  amount: number
  amountUsd: number | null
  /** The part of the payment's tax that goes back with it, in minor units. */
  taxAmount: Generated<number>
  status: RefundStatus
  reason: string | null
  processorTransactionId: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

interface UsedCardTokenTable {
  jti: string
  expiresAt: Timestamp
}

interface IdempotencyKeyTable {
  organizationId: string
  caller: string
  key: string
  requestHash: string
  leaseUntil: Timestamp
  paymentId: string | null
  answer: ColumnType<unknown, string | null, string | null>
  createdAt: Timestamp
}

interface DeclineCountTable {
  organizationId: string
  address: string
  hour: Timestamp
  declines: number
}

interface EventTable {
  organizationId: string
  id: string
  sequence: Generated<number>
  type: EventType
  object: Json<Record<string, unknown>>
  createdAt: Timestamp
}

interface SandboxMethodTable {
  token: string
  behavior: string
  brand: string
  createdAt: Timestamp
}

interface SandboxConfirmationTable {
  id: string
  reference: string
  kind: 'challenge' | 'wallet'
  state: 'open' | 'passed' | 'failed' | 'cancelled' | 'expired'
  /** The test card's behavior, as stored methods have it. */
  behavior: string
  request: Json<Record<string, unknown>>
  createdAt: Timestamp
}

interface SandboxTransactionTable {
  reference: string
  requestHash: string
  id: string
  kind: string
  amount: number
  currencyCode: string
  outcome: Json<Record<string, unknown>>
  /** The transaction whose money this gives back, or asked to. */
  refundOf: string | null
  /** The authorization whose money this captures or lets go. */
  heldBy: string | null
  /** What the card's issuer does to the transaction later on. */
  traits: Json<{ readonly captureFails?: boolean; readonly settlementFails?: boolean }>
  createdAt: Timestamp
}
