import { secondsAfter, type Timestamp } from '@billing-checkout/domain'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { ClientSessionRow } from '../../store/rows.ts'
import type { ShownQuote } from '../../store/schema/free-changes.ts'

const receiptHours = 24

/**
 * Whether a completed session's receipt is still shown: for a day of real time, so that a shopper who loads the page again
 * finds it and a link that is passed on later tells nobody anything.
 */
export const showsReceipt = ({ completedWall, completedAt }: ClientSessionRow, wall: Timestamp): boolean => {
  const since = completedWall ?? completedAt
  return since !== null && wall < secondsAfter(since, receiptHours * 3600)
}

/** The quote that the shopper of a completed session agreed to: that of its payment, else of its free change. */
export const loadShownQuote = async (
  db: OrganizationDatabase,
  { id }: ClientSessionRow,
  paymentId: string | undefined,
): Promise<ShownQuote | undefined> => {
  if (paymentId === undefined) {
    const change = await db.selectFrom('freeChanges').select('quote').where('sessionId', '=', id).executeTakeFirst()
    return change?.quote
  }
  const claim = await db
    .selectFrom('payments')
    .innerJoin('claims', (join) => join.onRef('claims.id', '=', 'payments.claimId'))
    .select('claims.quote')
    .where('payments.id', '=', paymentId)
    .executeTakeFirst()
  return claim?.quote
}
