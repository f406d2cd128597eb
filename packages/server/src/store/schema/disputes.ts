import type { CurrencyCode, DisputeReason, DisputeStatus, Metadata } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { Json, NullableJson } from './columns.ts'
import type { TakenFromPeriod } from './refunds.ts'

/** Disputes of payments, as their processors describe them. */
export interface DisputeTable {
  organizationId: string
  id: string
  paymentId: string
  connection: string
  /** The processor's own id of it. */
  processorId: string
  /** Minor units of the dispute's own currency. */
  amount: number
  currencyCode: CurrencyCode
  reason: DisputeReason
  status: DisputeStatus
  evidenceDueAt: Timestamp | null
  /** What it withdraws of its payment now, in minor units of that payment's currency. */
  withdrawnAmount: Generated<number>
  /** How much of that is taken out of the payment's subscription, tax included. */
  appliedAmount: Generated<number>
  appliedTaxAmount: Generated<number>
  /** What the dispute took of the subscription's period and credit; null if it took nothing. */
  taken: NullableJson<TakenFromPeriod>
  /** How the period was left that it took from, as for an accepted refund. */
  periodLeftAt: Timestamp | null
  /** When it was decided what becomes of the subscription, because a response was needed. */
  actedAt: Timestamp | null
  /** When we next query the processor about it, by the billing clock; null once we no longer do. */
  dueAt: Timestamp | null
  metadata: Generated<Json<Metadata>>
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** Warnings that a charge may be a fraud, each once. */
export interface FraudWarningTable {
  organizationId: string
  connection: string
  /** The processor's own id of it. */
  id: string
  paymentId: string
  /** What is suspected, in the processor's own words. */
  reason: string
  createdAt: Timestamp
}

/** Up to when each connection's news are known: what was done to its charges without being asked for here. */
export interface NewsOfConnectionTable {
  connection: string
  /**
   * When a server last queried it, by the database's clock; null: it is due. It has no `due_at`, because open attempts make it due
   * earlier.
   */
  askedAt: Timestamp | null
  /** By the processor's clock. */
  completeUntil: Timestamp | null
  /** Why the latest question was not answered, or its answer could not be recorded. */
  reason: string | null
  /** The number of notifications that were about nothing of ours. */
  dropped: Generated<number>
  /** When the processor sent the last one, by the database's clock. */
  receivedAt: Timestamp | null
  /** Whether everything that it told last had been notified before. */
  quiet: Generated<boolean>
}

/** Notifications that were received and stored, each once. */
export interface NotificationTable {
  connection: string
  /** The processor's own id of it. */
  id: string
  receivedAt: Generated<Timestamp>
}
