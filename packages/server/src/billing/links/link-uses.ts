import { Problem } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Write } from '../../store/writes/write.ts'

/**
 * Counts a payment as a use of the link that opened its session. The condition and the count are one statement, which locks the link, so
 * that shoppers who pay at the same time never exceed the maximum. Throws `session_expired` if the link no longer sells anything.
 */
export const countLinkUse = async ({ db, now }: Write, linkId: string | null | undefined): Promise<void> => {
  if (linkId == null) return
  const taken = await db
    .updateTable('paymentLinks')
    .set(({ eb }) => ({ uses: eb('uses', '+', 1) }))
    .where('id', '=', linkId)
    .where('active', '=', true)
    .where('pauseDueAt', 'is', null)
    .where(({ eb, or }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
    .where(({ eb, or }) => or([eb('maxUses', 'is', null), eb('uses', '<', eb.ref('maxUses'))]))
    .returning('id')
    .executeTakeFirst()
  if (taken === undefined)
    throw new Problem('session_expired', `Payment link ${linkId} is inactive, expired or used up.`)
}

/**
 * Takes back a payment's use of its link. If the payment was declined, this counts the decline. The link's row is locked last, because
 * payments of other sessions also change it.
 */
export const uncountLinkUse = (
  { db, sendLast, now }: Pick<Write, 'db' | 'sendLast' | 'now'>,
  linkId: string,
  { isDeclined }: { readonly isDeclined: boolean },
): void =>
  sendLast(
    `payment link ${linkId}`,
    db
      .updateTable('paymentLinks')
      .set(({ eb }) => ({ uses: eb('uses', '-', 1), ...(isDeclined && columnsAfterDecline(now)) }))
      .where('id', '=', linkId),
  )

/**
 * The columns after a decline. Declines are counted for an hour from the first one. The link is paused after 20 or more declines, if these
 * are at least four times the approvals. Of honest payments, fewer than a third are declined.
 */
const columnsAfterDecline = (now: Timestamp) => {
  const wall = sql`(select lease_now())`
  const isOfHour = sql`declines_began_at > ${wall} - interval '1 hour'`
  const declines = sql<number>`case when ${isOfHour} then declines + 1 else 1 end`
  const usesBefore = sql<number>`case when ${isOfHour} then uses_before else uses - 1 end`
  return {
    declines,
    declinesBeganAt: sql<Timestamp>`case when ${isOfHour} then declines_began_at else ${wall} end`,
    usesBefore,
    pauseDueAt: sql<Timestamp | null>`case
      when active and ${declines} >= 20 and ${declines} >= 4 * (uses - 1 - ${usesBefore}) then ${now}::timestamptz
      else pause_due_at end`,
  }
}
