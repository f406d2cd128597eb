import { collectedPart, isCaptured } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { BookedMovement } from '../../../processors/processor.ts'
import type { DifferenceKind } from '../../../store/schema/booked-days.ts'
import type { Database } from '../../../store/database.ts'
import type { PaymentRow } from '../../../store/rows.ts'

/** Something on which a processor and the books disagree. */
export interface FoundDifference {
  /**
   * The key by which a later comparison finds the difference again: the processor's id of its entry, or our reference that the processor
   * lacks.
   */
  readonly key: string
  readonly kind: DifferenceKind
  readonly movement: BookedMovement['kind']
  readonly organizationId: string | null
  readonly paymentId: string | null
  readonly transactionId: string | null
  readonly reference: string | null
  /** The processor's money less the money in the books, in minor units; negative if the processor has less. */
  readonly differenceMinor: number
  readonly currency: string
  readonly message: string
  readonly at: string
}

/** How a processor's entry differs from what the books say about its transaction; null if they agree. */
export const compareMovement = (
  movement: BookedMovement,
  known: KnownTransaction | undefined,
): FoundDifference | null => {
  const compare = comparisons[movement.kind]
  const found = compare(movement, known)
  if (found === null) return null
  const { id: key, kind, transactionId, reference, currency, at } = movement
  const { organizationId = null, paymentId = null } = known ?? {}
  return { key, movement: kind, organizationId, paymentId, transactionId, reference, currency, at, ...found }
}

type Found = Pick<FoundDifference, 'kind' | 'differenceMinor' | 'message'> | null
type Compare = (movement: BookedMovement, known: KnownTransaction | undefined) => Found

const compareCharge: Compare = (movement, known) => {
  if (known === undefined) return missingHere(movement, movement.amount)
  const { paymentStatus: status } = known
  if (!isCaptured(status) && !known.isCollected)
    return stateDifference(movement.amount, `The processor has taken the money, and the payment is ${status}.`)
  return otherSum(movement, known, 1)
}

const compareRefund: Compare = (movement, known) =>
  known === undefined ? missingHere(movement, -movement.amount) : otherSum(movement, known, -1)

const compareFailedRefund: Compare = (movement, known) =>
  known === undefined || known.refundState === 'failed'
    ? null
    : stateDifference(movement.amount, 'The money of a refund has come back, and the refund has not failed here.')

const compareDispute: Compare = (movement, known) =>
  known === undefined || known.isDisputed
    ? null
    : stateDifference(-movement.amount, 'A dispute has moved money, and no dispute of the payment is known.')

const comparisons: Readonly<Record<BookedMovement['kind'], Compare>> = {
  charge: compareCharge,
  refund: compareRefund,
  refund_failed: compareFailedRefund,
  // Disputes of charges that are not ours are not reported, because the charge is reported already.
  dispute: compareDispute,
  other: () => null,
}

const missingHere = ({ kind, reference }: BookedMovement, differenceMinor: number): Found => ({
  kind: 'missing_here',
  differenceMinor,
  message:
    reference === null
      ? `A ${kind} under no reference of ours: another program moves money in the same account.`
      : `A ${kind} under a reference of ours, of which there is no record here.`,
})

const otherSum = (movement: BookedMovement, known: KnownTransaction, sign: 1 | -1): Found => {
  const { amount, currency, kind } = movement
  if (currency === known.currency && amount === known.amount) return null
  const booked = currency === known.currency ? known.amount : 0
  return {
    kind: 'amount',
    differenceMinor: sign * (amount - booked),
    message: `A ${kind} of ${amount} ${currency} is booked as ${known.amount} ${known.currency}.`,
  }
}

const stateDifference = (differenceMinor: number, message: string): Found => ({
  kind: 'state',
  differenceMinor,
  message,
})

/** What the books say about a processor's transaction. */
export interface KnownTransaction {
  readonly organizationId: string
  readonly paymentId: string
  /** The amount that should have moved, in minor units. */
  readonly amount: number
  readonly currency: string
  readonly paymentStatus: PaymentRow['paymentStatus']
  /** Whether the payment has a collected amount above 0, even if its status is not a captured one. */
  readonly isCollected: boolean
  /** The state of an accepted refund; null for a charge. */
  readonly refundState: string | null
  /** Whether a dispute of the payment is known. */
  readonly isDisputed: boolean
}

interface KnownRow extends Omit<KnownTransaction, 'amount' | 'isCollected'> {
  readonly transactionId: string
  readonly isRefund: boolean
  readonly paymentAmount: number
  readonly collectedAmount: number | null
  readonly refundAmount: number | null
}

/** Finds what the books say about the transactions of a processor's entries, by the processor's transaction ids. */
export const findTransactionsInBooks = async (
  database: Database,
  connection: string,
  movements: readonly BookedMovement[],
): Promise<ReadonlyMap<string, KnownTransaction>> => {
  const ids = [...new Set(movements.flatMap(({ transactionId }) => transactionId ?? []))]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<KnownRow>`
    with known as (
      select organization_id, payment_id, outcome->'facts'->>'transactionId' as transaction_id, kind = 'refund' as is_refund,
        case when kind = 'refund' then (request->'call'->'request'->>'amount')::bigint end as refund_amount
      from attempts
      where connection = ${connection} and outcome is not null and outcome->'facts'->>'transactionId' = any(${ids}::text[])
      union all
      select accepted.organization_id, accepted.payment_id, accepted.transaction_id, true, refund.amount
      from accepted_refunds as accepted
      join refunds as refund on refund.organization_id = accepted.organization_id and refund.id = accepted.found_refund_id
      where accepted.connection = ${connection} and accepted.transaction_id = any(${ids}::text[])
    )
    select known.organization_id, known.payment_id, known.transaction_id, known.is_refund, known.refund_amount,
      payment.amount as payment_amount, payment.collected_amount, payment.currency_code as currency, payment.payment_status,
      (select accepted.state from accepted_refunds as accepted
        where accepted.connection = ${connection} and accepted.transaction_id = known.transaction_id limit 1) as refund_state,
      exists (select from disputes as dispute where dispute.organization_id = known.organization_id
        and dispute.payment_id = known.payment_id) as is_disputed
    from known join payments as payment
      on payment.organization_id = known.organization_id and payment.id = known.payment_id`.execute(database)
  return new Map(rows.map((row) => [row.transactionId, asKnown(row)]))
}

const asKnown = ({ paymentAmount, collectedAmount, refundAmount, isRefund, ...row }: KnownRow): KnownTransaction => ({
  ...row,
  // The processor may have collected more than was requested; a separate refund then returns the excess.
  amount: isRefund
    ? (refundAmount ?? 0)
    : (collectedAmount ?? collectedPart({ amount: paymentAmount, collectedAmount })),
  isCollected: collectedAmount !== null && collectedAmount > 0,
})
