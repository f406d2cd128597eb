import {
  balanceUsedBy,
  customerCreditIn,
  discountedPrice,
  leftUncharged,
  restate,
  type Timestamp,
} from '@billing-checkout/domain'
import type { ClaimRow, SubscriptionRow } from '../../store/rows.ts'
import type { FrozenClaim } from '../../store/schema/claims.ts'

/**
 * Whether a claim is a period's whole price, in money or in credit that the subscription had before. Only then does a late payment of it
 * buy the period it falls in. The price of a trial, or the rest of a plan change, buys only its own time.
 */
export const buysWholePeriod = (claim: FrozenClaim): boolean => {
  const { draft, terms, withTrial, period } = claim
  const used = period?.balanceUsed ?? balanceUsedByCheckout(claim)
  return !withTrial && draft.subtotal >= discountedPrice(terms) - used
}

/**
 * The part of the balance that a checkout uses up, or below zero collects, in minor units, with the customer's credit that it spends. Its
 * lines say that, unless they name credit for unused time too.
 */
const balanceUsedByCheckout = ({ draft, terms, balanceBefore, creditsUnusedTime, paidTax }: FrozenClaim): number =>
  creditsUnusedTime
    ? Math.min(restate(balanceBefore, paidTax, draft.tax.rule), discountedPrice(terms)) +
      leftUncharged(draft) +
      customerCreditIn(draft)
    : balanceUsedBy(draft)

/** Whether the time that an owed claim was reopened for is over at a moment, and paying it would buy no other time. */
export const isOnlyOwed = (
  at: Timestamp,
  { owedClaimId, currentPeriodEnd }: SubscriptionRow,
  { quote }: Pick<ClaimRow, 'quote'>,
): boolean => owedClaimId !== null && currentPeriodEnd <= at && !buysWholePeriod(quote)
