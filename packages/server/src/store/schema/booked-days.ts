import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'

/** Movements of processors' balances that belong to payments here. */
export interface BookedMovementTable {
  organizationId: string
  connection: string
  /** The processor's own id of the movement. */
  id: string
  paymentId: string
  kind: string
  transactionId: string
  /** Minor units, as the payer was charged or refunded. */
  amount: number
  currencyCode: string
  /** `fee` is what the processor kept, in minor units of the balance's currency; `net` is the rest. */
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

/** Differences between processors' reports and our books, each once; some belong to no organization. */
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

/** Up to which day each connection was compared. */
export interface ReconciledDayTable {
  connection: string
  completeUntil: string | null
  /** When a later day is over, or is to be compared again; by the wall clock. */
  dueAt: Timestamp
}
