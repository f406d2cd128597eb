import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'

/** Entries of processors' balances that are of payments here. */
export interface BookedMovementTable {
  organizationId: string
  connection: string
  /** The processor's own id of it. */
  id: string
  paymentId: string
  kind: string
  transactionId: string
  /** Minor units, as the payer was charged or given. */
  amount: number
  currencyCode: string
  /** What the processor took, in minor units of the balance's currency; `net` is what it left. */
  fee: number
  net: number
  balanceCurrency: string
  /** The day of the processor's clock, as YYYY-MM-DD. */
  day: string
  bookedAt: Timestamp
  availableAt: Timestamp | null
  arn: string | null
  payoutId: string | null
}

/** How what a processor has counted differs from the books. */
export type DifferenceKind = 'missing_here' | 'missing_there' | 'amount' | 'state'

/** Differences between processors and the books, each once; some belong to no organization. */
export interface BookDifferenceTable {
  id: string
  connection: string
  key: string
  kind: DifferenceKind
  /** What kind of movement it is, as for an entry of the balance. */
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
