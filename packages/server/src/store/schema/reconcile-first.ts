import type { Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated } from 'kysely'

/** Connections to processors, and whether each must be reconciled before money moves over it. Times are wall-clock. */
export interface ReconcileFirstTable {
  connection: string
  /** Since when the connection waits; null: money may move over it. */
  since: Generated<Timestamp | null>
  why: Generated<string | null>
  setBy: Generated<string | null>
  /** The time up to which the database is certainly complete. */
  lastCommitAt: Generated<Timestamp | null>
  /** Raised whenever the connection is made to wait, so that the results of an earlier comparison cannot end a later wait. */
  round: Generated<number>
  /** When the processor's transactions are next compared with our books; null: at once. */
  dueAt: Generated<Timestamp | null>
  listedAt: Generated<Timestamp | null>
  /** Why the latest listing of the processor's transactions failed. */
  reason: Generated<string | null>
}

/** Money that a processor moved under one of our references, but that our books do not have. */
export interface UnmatchedTransactionTable {
  connection: string
  reference: string
  transactionId: string
  kind: 'authorize' | 'capture' | 'refund'
  /** Minor units. */
  amount: number
  currencyCode: string
  movedAt: Timestamp
  organizationId: string | null
  /** What the money was for, if known. */
  subject: string | null
  foundAt: Generated<Timestamp>
  clearedAt: Generated<Timestamp | null>
}

/** The identity of the database when it was last opened, and when it was last known to be alive. */
export interface DatabaseIdentityTable {
  singleton: ColumnType<boolean, never, never>
  systemIdentifier: string | null
  timeline: number | null
  /** The number that PostgreSQL gives each database it creates. */
  oid: number | null
  aliveAt: Timestamp
}
