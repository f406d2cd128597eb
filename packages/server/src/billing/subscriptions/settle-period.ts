import { firstPeriods, type PlanTerms, subscriptionAfter } from '@billing-checkout/domain'
import type { SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/write.ts'
import type { SessionQuote } from '../quotes/resolve-session.ts'
import { paidUnder } from '../tax/paid-tax.ts'
import { creditOf, recounted, remainingCredit } from './credit.ts'
import { owesNothing } from './dun-subscription.ts'
import { notePeriodLeft } from './note-period-left.ts'

/** The money columns after a free change, which may leave the running period. */
export const settlePeriod = (
  work: Write,
  subscription: LockedSubscription,
  terms: PlanTerms,
  quote: SessionQuote,
): SubscriptionChange => {
  const { at, restartsCycle, periodCost } = quote.draft
  if (restartsCycle || periodCost !== null)
    notePeriodLeft(work, subscription, { at, creditsUnusedTime: quote.creditsUnusedTime, nextClaimId: null })
  return settledColumns(work, subscription, terms, quote)
}

/** The columns of a new cycle, of the rest of the period exchanged for the new plan, or none where all stays as it was. */
const settledColumns = (
  work: Write,
  subscription: SubscriptionRow,
  terms: PlanTerms,
  { draft, paidTax }: SessionQuote,
): SubscriptionChange => {
  const recount = { from: paidTax, to: draft.tax.rule }
  if (draft.restartsCycle) {
    return {
      ...restarted(work, subscription, terms),
      ...remainingCredit(subscription, creditOf(draft), recount),
      ...paidUnder(draft.tax.rule, work.now),
      balanceAmount: draft.balance,
    }
  }
  if (draft.periodCost === null) return {}
  return {
    ...recounted(subscription, recount),
    ...paidUnder(draft.tax.rule, subscription.currentPeriodStart),
    periodCostAmount: draft.periodCost,
    balanceAmount: draft.balance,
  }
}

/** A cycle that starts now and that credit alone pays for. */
const restarted = (work: Write, { status }: SubscriptionRow, terms: PlanTerms): SubscriptionChange => ({
  ...owesNothing,
  status: subscriptionAfter(status, 'planPaid'),
  ...firstPeriods(terms, work.now, false),
  periodPaymentId: null,
})
