import type { Declaration, DeclarationKind, DeclarationOutcome } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { Json } from './columns.ts'

/** What consumers declared without signing in (DECISIONS 191). */
export interface DeclarationTable {
  organizationId: string
  id: string
  kind: DeclarationKind
  forCause: boolean
  /** As it was typed; null after an erasure. */
  email: string | null
  /** The address by which an erasure finds it, as `foldText` writes it, by which it also matches customers. */
  emailKey: string | null
  fullName: string | null
  contract: string | null
  reason: string | null
  requestedEndAt: Timestamp | null
  /** Hash of the page's form that sent it and of its text; null if no page of ours did. */
  formKey: string | null
  /** Keyed hash of the network that sent it to a page of ours; null if none did, or an erasure has taken it out. */
  networkKey: string | null
  /** Whether a page of ours owed the acknowledgement when it was received. */
  isAcknowledged: boolean
  /** When it is acted on, by the billing clock; null if that was done. */
  dueAt: Timestamp | null
  /** By the wall clock. */
  receivedAt: Timestamp
  createdAt: Timestamp
}

/** What a declaration did to one contract. */
export interface DeclarationEffectTable {
  organizationId: string
  declarationId: string
  /** The id of the subscription or payment. */
  contractId: string
  /** Null: the contract is a purchase without a subscription. */
  subscriptionId: string | null
  /** The payment of such a purchase; null for a subscription. */
  paymentId: string | null
  customerId: string
  outcome: DeclarationOutcome
  endsAt: Timestamp | null
  refunds: Json<Declaration['effects'][number]['refunds']>
  refundAt: Timestamp | null
  /** What payments give back in all. If a refund of one fails later, the rest is owed again. */
  owedBack: Json<readonly OwedBack[]>
}

/** What a declaration gives back of a payment, whichever refunds and disputes do it. */
export interface OwedBack {
  readonly paymentId: string
  /** Minor units of the payment's currency. */
  readonly amount: number
  /** The processor refunds multiples of this many minor units. */
  readonly step: number
  readonly reason: 'withdrawal' | 'cancellation'
}
