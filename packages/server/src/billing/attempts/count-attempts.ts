import type { AttemptRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'

/**
 * The number of attempts of a kind that a payment has had, whatever their outcome. The caller has locked the payment's row, so no other
 * attempt begins at the same time.
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
