import { Problem } from '@billing-checkout/contract'
import type { Write } from '../../store/write.ts'

/**
 * Counts a payment as a use of the link that opened its session. The condition and the count are one statement, which locks the link, so
 * that shoppers who pay at the same time never exceed the maximum. Throws `session_expired` if the link sells nothing any more.
 */
export const takeUse = async ({ db, now }: Write, linkId: string | null | undefined): Promise<void> => {
  if (linkId == null) return
  const taken = await db
    .updateTable('paymentLinks')
    .set(({ eb }) => ({ uses: eb('uses', '+', 1) }))
    .where('id', '=', linkId)
    .where('active', '=', true)
    .where(({ eb, or }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
    .where(({ eb, or }) => or([eb('maxUses', 'is', null), eb('uses', '<', eb.ref('maxUses'))]))
    .returning('id')
    .executeTakeFirst()
  if (taken === undefined)
    throw new Problem('session_expired', `Payment link ${linkId} is inactive, expired or used up.`)
}

/** Gives a use back. The link's row is locked last, because payments of other sessions change it, too. */
export const returnUse = ({ db, sendLast }: Pick<Write, 'db' | 'sendLast'>, linkId: string): void =>
  sendLast(
    `payment link ${linkId}`,
    db
      .updateTable('paymentLinks')
      .set(({ eb }) => ({ uses: eb('uses', '-', 1) }))
      .where('id', '=', linkId),
  )
