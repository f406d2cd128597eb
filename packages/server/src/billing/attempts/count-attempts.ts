import type { AttemptRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'

/**
 * Counts a payment's attempts of one kind, whatever their outcome. The caller holds the lock on the payment's row, so no such attempt
 * begins at the same time.
 */
export const countAttempts = async ({ db }: Write, paymentId: string, kind: AttemptRow['kind']): Promise<number> => {
  const { count } = await db
    .selectFrom('attempts')
    .select((attempts) => attempts.fn.countAll<number>().as('count'))
    .where('paymentId', '=', paymentId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return count
}
