import { nothingOwed, type OwedSum, type Timestamp, required } from '@billing-checkout/domain'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { ClaimRow, SubscriptionRow } from '../../store/rows.ts'
import { isOnlyOwed } from './buys-whole-period.ts'

/**
 * The sum from an earlier charge that a subscription will still owe on the day of the next try, which collects it. Queries the database
 * only if an earlier charge failed.
 */
export const loadOwedSum = async (
  db: OrganizationDatabase,
  subscription: SubscriptionRow,
  now: Timestamp,
): Promise<OwedSum> => {
  const { status, failureCount, owedClaimId, nextBillingDate } = subscription
  if (status !== 'past_due' && failureCount === 0 && owedClaimId === null) return nothingOwed
  const claim = await findOwedClaim(db, subscription)
  if (claim === undefined) return nothingOwed
  if (!isOnlyOwed(nextBillingDate ?? now, subscription, claim))
    return { ...nothingOwed, retried: retriedCharge(subscription, claim) }
  // A charge of the next period may have been tried already. Its price is then frozen, so only the charge after it can collect the
  // outstanding sum.
  const renewing = { ...subscription, owedClaimId: null }
  const tried = await findOwedClaim(db, renewing)
  const { subtotal, tax } = claim.quote.draft
  return {
    retried: tried === undefined ? null : retriedCharge(renewing, tried),
    outstandingMinor: subtotal,
    outstandingTax: tax.rule,
  }
}

/**
 * The owed claim in the form in which it will be charged: for the next period, or for the running period if that period's money never
 * arrived.
 */
const retriedCharge = (
  { id, owedClaimId, anchor, currentPeriodStart: start, currentPeriodEnd: end, discount }: SubscriptionRow,
  { amount, quote: { draft, terms, period } }: Pick<ClaimRow, 'amount' | 'quote'>,
): OwedSum['retried'] => ({
  amountMinor: amount,
  lines: draft.lines,
  // A running period has already spent its credit.
  balanceUsedMinor: owedClaimId === null ? (period?.balanceUsed ?? 0) : 0,
  tax: draft.tax.rule,
  period: owedClaimId === null && period ? period : { anchor, start, end },
  usesDiscount: owedClaimId === null && terms.discount !== undefined && terms.discount.id === discount?.id,
  interval: required(terms.interval, 'interval of subscription', id),
})

const findOwedClaim = (
  db: OrganizationDatabase,
  { id, owedClaimId, currentPeriodEnd }: SubscriptionRow,
): Promise<Pick<ClaimRow, 'amount' | 'quote'> | undefined> => {
  const claims = db.selectFrom('claims').select(['amount', 'quote'])
  const owed =
    owedClaimId === null
      ? claims.where('kind', '=', 'period').where('subscriptionId', '=', id).where('periodStart', '=', currentPeriodEnd)
      : claims.where('id', '=', owedClaimId)
  return owed.executeTakeFirst()
}
