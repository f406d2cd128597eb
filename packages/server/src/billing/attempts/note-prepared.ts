import type { AttemptRow } from '../../store/rows.ts'
import { write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'

/**
 * Stores the transaction that was prepared for an attempt, before it is executed; returns whether its holder may continue. A holder that
 * another worker has overtaken may not. No second transaction may be executed for an attempt, because the first may have moved the money.
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
