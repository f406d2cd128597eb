import { firstPeriods, type PlanTerms, restateLedger, subscriptionAfter } from '@billing-checkout/domain'
import type { SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/write.ts'
import type { SessionQuote } from '../quotes/resolve-session.ts'
import { paidUnder } from '../tax/paid-tax.ts'
import { entriesColumn, entriesWithUnusedTime, ledgerOf } from './credit-ledger.ts'
import { owesNothing } from './dun-subscription.ts'
import { notePeriodLeft } from './note-period-left.ts'

/**
 * The money columns after a change that charges nothing now: those of a new cycle that credit pays for, those of a period whose rest was
 * exchanged for time on the new plan, or none if the period continues as it was.
 */
export const columnsAfterFreeChange = (
  work: Write,
  subscription: LockedSubscription,
  terms: PlanTerms,
  { draft, paidTax, creditsUnusedTime }: SessionQuote,
): SubscriptionChange => {
  const { at, restartsCycle, periodCost, balance, tax } = draft
  if (!restartsCycle && periodCost === null) return {}
  notePeriodLeft(work, subscription, { at, creditsUnusedTime })
  const ledger = restateLedger(ledgerOf(subscription), paidTax, tax.rule)
  const money = {
    ...entriesColumn(creditsUnusedTime ? entriesWithUnusedTime(subscription, ledger, at) : ledger.entries),
    periodPaidAmount: 0,
    balanceAmount: balance,
  }
  return restartsCycle
    ? { ...restarted(work, subscription, terms), ...paidUnder(tax.rule, work.now), ...money }
    : { ...paidUnder(tax.rule, subscription.currentPeriodStart), ...money, periodCostAmount: periodCost ?? 0 }
}

/** A cycle that starts now and that credit alone pays for. */
const restarted = (work: Write, { status }: SubscriptionRow, terms: PlanTerms): SubscriptionChange => ({
  ...owesNothing,
  status: subscriptionAfter(status, 'planPaid'),
  ...firstPeriods(terms, work.now, false),
  periodPaymentId: null,
})
