import type { Declaration, DeclarationKind, DeclarationOutcome } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { Json, OwnedRow } from './columns.ts'

/** Cancellations and withdrawals that consumers declared without signing in (DECISIONS 191). */
export interface DeclarationTable extends OwnedRow {
  kind: DeclarationKind
  forCause: boolean
  /** The address as it was typed; null after an erasure. */
  email: string | null
  /**
   * The address, folded with `foldText`. By this text, the server finds customers whose contracts the declaration may concern, counts
   * declarations from one address, and finds the declaration in an erasure.
   */
  emailKey: string | null
  fullName: string | null
  contract: string | null
  reason: string | null
  requestedEndAt: Timestamp | null
  /** Hash of the page's form and the typed text, if one of our pages sent the declaration; otherwise null. */
  formKey: string | null
  /** Keyed hash of the sender's network address, if one of our pages sent the declaration; null otherwise, and after an erasure. */
  networkKey: string | null
  /** Whether one of our pages had to acknowledge the declaration on receipt. */
  isAcknowledged: boolean
  /** When the declaration takes effect, by the billing clock; null once it has taken effect. */
  dueAt: Timestamp | null
  /** By the wall clock. */
  receivedAt: Timestamp
  createdAt: Timestamp
}

/** The effect of a declaration on one contract. */
export interface DeclarationEffectTable {
  organizationId: string
  declarationId: string
  /** The id of the subscription or payment. */
  contractId: string
  /** Null if the contract is a purchase without a subscription. */
  subscriptionId: string | null
  /** The payment of a purchase without a subscription; null for a subscription. */
  paymentId: string | null
  customerId: string
  outcome: DeclarationOutcome
  endsAt: Timestamp | null
  refunds: Json<Declaration['effects'][number]['refunds']>
  refundAt: Timestamp | null
  /** For each payment, the total to give back. If a refund fails later, the part that was not given back is owed again. */
  owedBack: Json<readonly DeclarationRefund[]>
}

/** The amount of a payment that a declaration gives back. All refunds and disputes of the payment count towards it. */
export interface DeclarationRefund {
  readonly paymentId: string
  /** Minor units of the payment's currency. */
  readonly amount: number
  /** The processor refunds multiples of this many minor units. */
  readonly step: number
  /** When the merchant's time for a review is over, by the billing clock; null if nothing is reviewed. */
  readonly refundAt: Timestamp | null
  readonly reason: 'withdrawal' | 'cancellation'
}
