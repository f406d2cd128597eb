import type { CurrencyCode, DisputeReason, DisputeStatus, Metadata } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { DatedRow, Json, NullableJson } from './columns.ts'
import type { PeriodReduction } from './refunds.ts'

/** Disputes of payments, as their processors report them. */
export interface DisputeTable extends DatedRow {
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
  /** The withdrawn amount that was last applied to the payment's subscription, tax included. */
  appliedAmount: Generated<number>
  appliedTaxAmount: Generated<number>
  /** What the dispute took from the subscription's period and credit; null if it took nothing. */
  taken: NullableJson<PeriodReduction>
  /** When a change of plan replaced the affected period, as in `AcceptedRefundTable`; null if none has. */
  periodLeftAt: Timestamp | null
  /** When the dispute first withdrew money, so that the merchant's dispute rule was applied to the subscription; null before that. */
  actedAt: Timestamp | null
  /** When we next query the processor about the dispute, by the billing clock; null if no query is planned. */
  dueAt: Timestamp | null
  metadata: Generated<Json<Metadata>>
}

/** Warnings that a charge may be fraudulent, one row each. */
export interface FraudWarningTable {
  organizationId: string
  connection: string
  /** The processor's own id of the warning. */
  id: string
  paymentId: string
  /** The suspicion, in the processor's own words. */
  reason: string
  createdAt: Timestamp
}

/** For each connection, the time up to which we know its news: changes to charges that we did not request, such as disputes. */
export interface NewsOfConnectionTable {
  connection: string
  /**
   * When a server last queried the processor for news, by the database's clock; null before the first query. To make a query due, the
   * server sets this time back. There is no `due_at` column, because open attempts make the next query due earlier.
   */
  askedAt: Timestamp | null
  /** The time up to which the news is complete, by the processor's clock. */
  completeUntil: Timestamp | null
  /** Why the latest query failed, or its result could not be recorded. */
  reason: string | null
  /** The number of notifications that concerned none of our objects. */
  dropped: Generated<number>
  /** When a server received the latest notification, by the database's clock. */
  receivedAt: Timestamp | null
  /** True if notifications had already reported everything that the latest query found. */
  quiet: Generated<boolean>
}

/** Notifications that were received and stored, one row each. */
export interface NotificationTable {
  connection: string
  /** The processor's own id of the notification. */
  id: string
  receivedAt: Generated<Timestamp>
}
