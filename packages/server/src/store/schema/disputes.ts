import type { CurrencyCode, DisputeReason, DisputeStatus, Metadata } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { Json, NullableJson } from './columns.ts'
import type { TakenFromPeriod } from './refunds.ts'

/** Disputes of payments, as their processors report them. */
export interface DisputeTable {
  organizationId: string
  id: string
  paymentId: string
  connection: string
  /** The processor's own id of the dispute. */
  processorId: string
  /** Minor units of the dispute's own currency. */
  amount: number
  currencyCode: CurrencyCode
  reason: DisputeReason
  status: DisputeStatus
  evidenceDueAt: Timestamp | null
  /** The amount now withdrawn from the payment because of the dispute, in minor units of the payment's currency. */
  withdrawnAmount: Generated<number>
  /** The part of that which was taken from the payment's subscription, tax included. */
  appliedAmount: Generated<number>
  appliedTaxAmount: Generated<number>
  /** What the dispute took from the subscription's period and credit; null if nothing. */
  taken: NullableJson<TakenFromPeriod>
  /** When the affected period was replaced, as in `AcceptedRefundTable`. */
  periodLeftAt: Timestamp | null
  /** When the merchant's dispute rule was applied to the subscription, because the dispute needed a response. */
  actedAt: Timestamp | null
  /** When we next query the processor about it, by the billing clock; null once we no longer do. */
  dueAt: Timestamp | null
  metadata: Generated<Json<Metadata>>
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** Warnings that a charge may be fraudulent, each once. */
export interface FraudWarningTable {
  organizationId: string
  connection: string
  /** The processor's own id of the dispute. */
  id: string
  paymentId: string
  /** The suspicion, in the processor's own words. */
  reason: string
  createdAt: Timestamp
}

/** Up to when we know each connection's news: changes to its charges that were not requested here. */
export interface NewsOfConnectionTable {
  connection: string
  /**
   * When a server last queried it, by the database's clock; null: it is due. It has no `due_at`, because open attempts make it due
   * earlier.
   */
  askedAt: Timestamp | null
  /** By the processor's clock. */
  completeUntil: Timestamp | null
  /** Why the latest query failed, or its result could not be recorded. */
  reason: string | null
  /** The number of notifications that concerned none of our objects. */
  dropped: Generated<number>
  /** When the processor sent the latest notification, by the database's clock. */
  receivedAt: Timestamp | null
  /** Whether all news of the latest query had already been notified. */
  quiet: Generated<boolean>
}

/** Notifications that were received and stored, each once. */
export interface NotificationTable {
  connection: string
  /** The processor's own id of the notification. */
  id: string
  receivedAt: Generated<Timestamp>
}
