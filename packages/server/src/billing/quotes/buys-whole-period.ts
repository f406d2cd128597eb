import {
  balanceUsedBy,
  customerCreditSpentBy,
  discountedPrice,
  unchargedRemainder,
  convertToTaxRule,
  type Timestamp,
} from '@billing-checkout/domain'
import type { ClaimRow, SubscriptionRow } from '../../store/rows.ts'
import type { FrozenClaim } from '../../store/schema/claims.ts'

/**
 * Whether a claim covers a period's whole price, in money, or in credit that the subscription or its customer already had. If such a claim
 * is paid late, the payment buys the period in which it arrives. A trial's price, or the remaining price of a plan change, buys only the
 * time for which it was quoted.
 */
export const buysWholePeriod = (claim: FrozenClaim): boolean => {
  const { draft, terms, withTrial, period } = claim
  const used = period?.balanceUsed ?? balanceUsedByCheckout(claim)
  return !withTrial && draft.subtotal >= discountedPrice(terms) - used
}

/**
 * The part of the balance that a checkout spends (or collects, if negative), plus the customer's credit that it spends, in minor units.
 * `balanceUsedBy` reads this sum from the quote's lines. If the lines also contain credit for unused time, the sum is calculated from the
 * balance.
 */
const balanceUsedByCheckout = ({ draft, terms, balanceBefore, creditsUnusedTime, paidTax }: FrozenClaim): number =>
  creditsUnusedTime
    ? Math.min(convertToTaxRule(balanceBefore, paidTax, draft.tax.rule), discountedPrice(terms)) +
      unchargedRemainder(draft) +
      customerCreditSpentBy(draft)
    : balanceUsedBy(draft)

/**
 * Whether paying the subscription's owed claim at `at` only collects a debt: the running period is over by then, and the claim's payment
 * would buy no later period.
 */
export const onlyCollectsDebt = (
  at: Timestamp,
  { owedClaimId, currentPeriodEnd }: SubscriptionRow,
  { quote }: Pick<ClaimRow, 'quote'>,
): boolean => owedClaimId !== null && currentPeriodEnd <= at && !buysWholePeriod(quote)
