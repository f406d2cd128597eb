import type { Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated } from 'kysely'

/** Whether a connection waits until its processor's transactions have been compared with the books; times are of the wall clock. */
export interface ReconcileFirstTable {
  connection: string
  /** Since when nothing moves money over it; null: it works. */
  since: Generated<Timestamp | null>
  why: Generated<string | null>
  setBy: Generated<string | null>
  /** Up to when the database certainly knows everything. */
  lastCommitAt: Generated<Timestamp | null>
  /** Raised whenever it is set, so that what was found out before does not end it. */
  round: Generated<number>
  triedAt: Generated<Timestamp | null>
  listedAt: Generated<Timestamp | null>
  /** Why the last listing broke off. */
  trouble: Generated<string | null>
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
  /** What it was for, where that is known. */
  subject: string | null
  foundAt: Generated<Timestamp>
  clearedAt: Generated<Timestamp | null>
}

/** Which database this was when it was last opened, and when it was last known to be alive. */
export interface DatabaseIdentityTable {
  singleton: ColumnType<boolean, never, never>
  systemIdentifier: string | null
  timeline: number | null
  aliveAt: Timestamp
}
