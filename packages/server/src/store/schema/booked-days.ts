import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'

/** One row for every movement on the balance of an account at a processor, if the movement belongs to one of our payments. */
export interface BookedMovementTable {
  organizationId: string
  connection: string
  /** The processor's own id of the movement. */
  id: string
  paymentId: string
  kind: string
  transactionId: string
  /** The amount charged or refunded to the payer, in minor units of `currencyCode`. */
  amount: number
  currencyCode: string
  /** `fee` is what the processor kept, `net` the amount without the fee. Both are in minor units of `balanceCurrency`. */
  fee: number
  net: number
  balanceCurrency: string
  /** The day by the processor's clock, as YYYY-MM-DD. */
  day: string
  bookedAt: Timestamp
  availableAt: Timestamp | null
  arn: string | null
  payoutId: string | null
}

/** How a processor's report differs from our books. */
export type DifferenceKind = 'missing_here' | 'missing_there' | 'amount' | 'state'

/** Differences between processors' reports and our books, one row each. Some belong to no organization. */
export interface BookDifferenceTable {
  id: string
  connection: string
  key: string
  kind: DifferenceKind
  /** The kind of movement, as in {@link BookedMovementTable}. */
  movement: string
  day: string
  organizationId: string | null
  paymentId: string | null
  transactionId: string | null
  reference: string | null
  differenceMinor: number
  currencyCode: string
  message: string
  movedAt: Timestamp
  foundAt: Generated<Timestamp>
  seenAt: Generated<Timestamp>
  closedAt: Generated<Timestamp | null>
  closedWhy: Generated<string | null>
}

/** For each connection, the day up to which the processor's report was compared with our books. */
export interface ReconciledDayTable {
  connection: string
  completeUntil: string | null
  /**
   * When the next comparison is due: once the next day is over or, if the processor had not yet counted that day completely, some time
   * after the latest comparison. By the wall clock.
   */
  dueAt: Timestamp
}
