import { collectedPart } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { BookedMovement } from '../../../processors/processor.ts'
import type { Database } from '../../../store/database.ts'
import type { PaymentRow } from '../../../store/rows.ts'

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
export const findKnown = async (
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
