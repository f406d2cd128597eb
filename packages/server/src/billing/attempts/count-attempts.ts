import type { AttemptRow } from '../../store/rows.ts'
import type { Write } from '../../store/write.ts'

/** How many attempts of a kind a payment has had, whatever became of them; its row is locked, so there is no other meanwhile. */
export const countAttempts = async (
  { db, organizationId }: Write,
  paymentId: string,
  kind: AttemptRow['kind'],
): Promise<number> => {
  const { count } = await db
    .selectFrom('attempts')
    .select((attempts) => attempts.fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('paymentId', '=', paymentId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return count
}
