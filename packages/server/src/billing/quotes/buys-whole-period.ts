import { leftUncharged, type QuoteLine, restate, type Timestamp } from '@billing-checkout/domain'
import type { ClaimRow, SubscriptionRow } from '../../store/rows.ts'
import type { FrozenClaim } from '../../store/schema/claims.ts'

/**
 * Whether a claim is a period's whole price, in money or in credit that was there before. Only then does a late payment of it buy
 * the period it falls in (DECISIONS 20); the price of a trial, or the rest of a plan change, buys only its own time.
 */
export const buysWholePeriod = (claim: FrozenClaim): boolean => {
  const { draft, terms, withTrial, period } = claim
  const balanceUsed = period?.balanceUsed ?? balanceSpent(claim) + leftUncharged(draft)
  return !withTrial && draft.subtotal >= terms.price.amount - balanceUsed
}

/**
 * The part of the balance that a checkout spends, or below zero collects, in minor units. Its lines say that, unless they name credit for
 * unused time, too: a debt that has died with its subscription is collected by nobody.
 */
const balanceSpent = ({ draft, terms, balanceBefore = 0, creditsUnusedTime, paidTax = draft.tax.rule }: FrozenClaim) =>
  creditsUnusedTime === false
    ? draft.lines.reduce((sum, { kind, amount }) => (ofBalance.has(kind) ? sum - amount : sum), 0)
    : Math.min(restate(balanceBefore, paidTax, draft.tax.rule), terms.price.amount)

const ofBalance: ReadonlySet<QuoteLine['kind']> = new Set(['credit', 'surcharge', 'kept'])

/** Whether the time that an owed claim was reopened for is over at a moment, and paying it would buy no other time. */
export const isOnlyOwed = (
  at: Timestamp,
  { owedClaimId, currentPeriodEnd }: SubscriptionRow,
  { quote }: Pick<ClaimRow, 'quote'>,
): boolean => owedClaimId !== null && currentPeriodEnd <= at && !buysWholePeriod(quote)
