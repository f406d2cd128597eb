import { addInterval, type Timestamp } from '@billing-checkout/domain'
import type { FinalOutcome } from '../../processors/processor.ts'
import type { AcceptedRefundRow, AttemptRow } from '../../store/rows.ts'
import type { PeriodReduction } from '../../store/schema/refunds.ts'
import type { Write } from '../../store/writes/write.ts'
import { minutesAfter } from '../back-off.ts'

/**
 * The attempt that made a refund. If the refund was found at the processor, there is no attempt: `id` and `foundRefundId` are the refund's.
 */
type AcceptedFrom = Pick<AttemptRow, 'id' | 'paymentId' | 'connection'> & { readonly foundRefundId?: string | null }

type Accepted = Pick<Extract<FinalOutcome, { kind: 'approved' }>, 'pending'> & {
  readonly facts: { readonly transactionId: string }
}

/**
 * Records that a processor accepted a refund, and the money that the refund took out of its subscription. The processor is queried later,
 * because a refund may fail after it was accepted.
 */
export const recordAcceptedRefund = (
  { insert, now }: Write,
  { id, paymentId, connection, foundRefundId = null }: AcceptedFrom,
  { facts, pending = false }: Accepted,
  taken: PeriodReduction | null,
): void =>
  insert('acceptedRefunds', {
    id,
    paymentId,
    connection,
    foundRefundId,
    transactionId: facts.transactionId,
    state: pending ? 'pending' : 'succeeded',
    taken: taken && JSON.stringify(taken),
    dueAt: pending ? minutesAfter(now, 60) : nextRefundQueryAt({ now }, { stateSince: now }),
    periodLeftAt: null,
    stateSince: now,
    createdAt: now,
    updatedAt: now,
  })

/** The processor is queried about a refund this many days after the refund has arrived. */
const queriedAfterDays = [1, 3, 7, 14, 30]

/** When the processor is next queried about a refund that has arrived; null after a month, when banks no longer return refunds. */
export const nextRefundQueryAt = (
  { now }: Pick<Write, 'now'>,
  { stateSince }: Pick<AcceptedRefundRow, 'stateSince'>,
): Timestamp | null =>
  queriedAfterDays.map((days) => addInterval(stateSince, 'days', days)).find((at) => at > now) ?? null

/** An accepted refund by its id. The caller has locked its payment. */
export const loadAcceptedRefund = ({ db }: Write, id: string): Promise<AcceptedRefundRow> =>
  db.selectFrom('acceptedRefunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
