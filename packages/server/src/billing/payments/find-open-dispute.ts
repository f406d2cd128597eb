import type { DisputeRow, PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'

/**
 * A payment's undecided dispute that has withdrawn money, if there is one. The caller has locked the payment; a dispute's status and
 * amounts change only under that lock.
 */
export const findOpenDispute = async (
  { db }: Write,
  { id, disputedAmount }: Pick<PaymentRow, 'id' | 'disputedAmount'>,
): Promise<Pick<DisputeRow, 'id'> | undefined> => {
  if (disputedAmount === 0) return undefined
  return db
    .selectFrom('disputes')
    .select('id')
    .where('paymentId', '=', id)
    .where('withdrawnAmount', '>', 0)
    .where('status', '<>', 'lost')
    .limit(1)
    .executeTakeFirst()
}
