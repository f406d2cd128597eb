import type { Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated } from 'kysely'

/** Connections, and whether they have to be reconciled before money moves over them; times are of the wall clock. */
export interface ReconcileFirstTable {
  connection: string
  /** Since when no money moves over it; null: money moves. */
  since: Generated<Timestamp | null>
  why: Generated<string | null>
  setBy: Generated<string | null>
  /** The time up to which the database is certainly complete. */
  lastCommitAt: Generated<Timestamp | null>
  /** Raised whenever the connection is made to wait, so that results of an earlier comparison do not end a later wait. */
  round: Generated<number>
  /** When it is compared again; null: at once. */
  dueAt: Generated<Timestamp | null>
  listedAt: Generated<Timestamp | null>
  /** Why the last listing of the processor's transactions failed. */
  reason: Generated<string | null>
}

/** Money that a processor moved under a reference of ours that the books do not have. */
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
  /** What the money was for, if that is known. */
  subject: string | null
  foundAt: Generated<Timestamp>
  clearedAt: Generated<Timestamp | null>
}

/** Which database this was when it was last opened, and when it was last known to be alive. */
export interface DatabaseIdentityTable {
  singleton: ColumnType<boolean, never, never>
  systemIdentifier: string | null
  timeline: number | null
  /** The number that PostgreSQL gives each database it creates. */
  oid: number | null
  aliveAt: Timestamp
}
