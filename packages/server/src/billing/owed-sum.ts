import { nothingOwed, type OwedSum, type Timestamp } from '@billing-checkout/domain'
import type { Database } from '../store/database.ts'
import type { ClaimRow, SubscriptionRow } from '../store/rows.ts'
import { isOnlyOwed } from './buys-whole-period.ts'

/**
 * What a subscription's next charge brings of what an earlier one was to bring: the owed claim, as it will be
 * on the day of the next try (decisions 9). Only where something went wrong is the database asked.
 */
export const loadOwedSum = async (db: Database, subscription: SubscriptionRow, now: Timestamp): Promise<OwedSum> => {
  const { status, failureCount, owedClaimId, nextBillingDate } = subscription
  if (status !== 'past_due' && failureCount === 0 && owedClaimId === null) return nothingOwed
  const claim = await findOwedClaim(db, subscription)
  if (claim === undefined) return nothingOwed
  return isOnlyOwed(nextBillingDate ?? now, subscription, claim)
    ? { retriedMinor: null, besideMinor: claim.quote.draft.subtotal, besideTax: claim.quote.draft.tax.rule }
    : { ...nothingOwed, retriedMinor: claim.amount }
}

const findOwedClaim = (
  db: Database,
  { organizationId, id, owedClaimId, currentPeriodEnd }: SubscriptionRow,
): Promise<Pick<ClaimRow, 'amount' | 'quote'> | undefined> => {
  const claims = db.selectFrom('claims').select(['amount', 'quote']).where('organizationId', '=', organizationId)
  const owed =
    owedClaimId === null
      ? claims.where('kind', '=', 'period').where('subscriptionId', '=', id).where('periodStart', '=', currentPeriodEnd)
      : claims.where('id', '=', owedClaimId)
  return owed.executeTakeFirst()
}
