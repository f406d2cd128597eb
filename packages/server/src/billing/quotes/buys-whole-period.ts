import { leftUncharged, restate, type Timestamp } from '@billing-checkout/domain'
import type { ClaimRow, SubscriptionRow } from '../../store/rows.ts'
import type { FrozenClaim } from '../../store/schema/claims.ts'

/**
 * Whether a claim is a period's whole price, in money or in credit that was there before. Only then does a late payment of it buy
 * the period it falls in (DECISIONS 20); the price of a trial, or the rest of a plan change, buys only its own time.
 */
export const buysWholePeriod = (claim: FrozenClaim): boolean => {
  const { draft, terms, withTrial, period, balanceBefore = 0, paidTax = draft.tax.rule } = claim
  const price = terms.price.amount
  const balanceUsed =
    period?.balanceUsed ?? Math.min(restate(balanceBefore, paidTax, draft.tax.rule), price) + leftUncharged(draft)
  return !withTrial && draft.subtotal >= price - balanceUsed
}

/** Whether the time that an owed claim was reopened for is over at a moment, and paying it would buy no other time. */
export const isOnlyOwed = (
  at: Timestamp,
  { owedClaimId, currentPeriodEnd }: SubscriptionRow,
  { quote }: Pick<ClaimRow, 'quote'>,
): boolean => owedClaimId !== null && currentPeriodEnd <= at && !buysWholePeriod(quote)
