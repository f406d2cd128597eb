import type { DisputeRow, PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'

/**
 * The dispute of a payment that has withdrawn money and is undecided, if there is one. The caller has locked the payment, as every writer
 * of a dispute does.
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
