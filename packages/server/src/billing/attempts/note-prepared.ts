import type { AttemptRow } from '../../store/rows.ts'
import { write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'

/**
 * Stores the processor's id of a prepared transaction before the transaction is executed. Returns whether this holder may execute it: false
 * if another worker has taken the attempt over, or if another transaction was prepared earlier, because that one may have moved the money.
 */
export const notePrepared = (
  { database }: Pick<Billing, 'database'>,
  { organizationId, id, fence }: Pick<AttemptRow, 'organizationId' | 'id' | 'fence'>,
  transactionId: string,
): Promise<boolean> =>
  write(database, organizationId, async ({ db }) => {
    const noted = await db
      .updateTable('attempts')
      .set({ preparedId: transactionId })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('fence', '=', fence)
      .where(({ or, eb }) => or([eb('preparedId', 'is', null), eb('preparedId', '=', transactionId)]))
      .returning('id')
      .executeTakeFirst()
    return noted !== undefined
  })
