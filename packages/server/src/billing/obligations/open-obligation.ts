import type { Timestamp } from '@billing-checkout/domain'
import type { ObligationRow } from '../../store/rows.ts'
import { newId } from '../../store/writes/new-id.ts'
import type { Write } from '../../store/writes/write.ts'
import { retryAt } from '../back-off.ts'

/** An obligation to open, with the attempt that is the first try to meet it. */
export type ObligationDraft = Pick<
  ObligationRow,
  'paymentId' | 'kind' | 'amount' | 'currencyCode' | 'transactionId' | 'isCounted' | 'reason' | 'attemptId'
>

/**
 * Records what we owe, in the transaction that opens the first try. A refusal does not end the obligation: {@link obligationWork} tries
 * again until the obligation is met or an operator closes it. `dueAt` applies only if there is no first try. Returns the obligation's id.
 */
export const openObligation = (
  work: Write,
  draft: ObligationDraft,
  dueAt: Timestamp = retryAt(work.now, 1),
): string => {
  const { insert, now } = work
  const id = newId('obl', work)
  insert('obligations', {
    id,
    ...draft,
    lastFailure: null,
    overdueSince: null,
    dueAt,
    closedReason: null,
    createdAt: now,
    updatedAt: now,
  })
  return id
}
