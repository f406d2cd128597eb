import {
  customerCreditSpentBy,
  firstPeriods,
  type PlanTerms,
  convertLedgerToTaxRule,
  subscriptionStatusAfter,
} from '@billing-checkout/domain'
import { consentIdOfSession } from '../../presenters/payments/consent-ids.ts'
import { endsByCancellation } from '../../presenters/subscriptions/end-of-subscription.ts'
import type { SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/writes/write.ts'
import { discountColumnsAfterPaid } from '../discounts/discount-after-change.ts'
import { spendCustomerCredit, withCustomerCredit } from '../customers/customer-credit.ts'
import { endKeepLinks } from '../links/recovery-links.ts'
import type { SessionQuote } from '../quotes/resolve-session.ts'
import { paidTaxColumn } from '../tax/paid-tax.ts'
import { deferredCost, entriesColumn, entriesWithUnusedTime, ledgerOf } from './credit-ledger.ts'
import { nothingOwedColumns } from './end-subscription.ts'
import { newCycleColumns, notCancelledColumns } from './processed-columns.ts'
import { markPeriodEndedEarly } from './mark-period-ended-early.ts'
import { columnsWithUndoState } from './undo-state.ts'
import { columnsOfScheduledChange } from './scheduled-change.ts'
import { planTermsColumns } from './plan-switch.ts'

/**
 * The columns of a subscription after a plan change that charges nothing now. The change starts a cycle that credit pays for, exchanges the
 * rest of the period, or keeps the period and its money. Spends the customer's credit that the quote contains. A change at the end of the
 * period is only scheduled; undefined if it is scheduled already.
 */
export const columnsAfterFreeChange = async (
  work: Write,
  subscription: LockedSubscription,
  change: FreeChange,
  quote: SessionQuote,
): Promise<SubscriptionChange | undefined> => {
  const columns = await columnsOfChange(work, subscription, change, quote)
  const made = { consentId: consentIdOfSession(change.sessionId), creditMinor: customerCreditSpentBy(quote.draft) }
  return columns && columnsWithUndoState(work, subscription, columns, { paymentId: null, ...made })
}

const columnsOfChange = async (
  work: Write,
  subscription: LockedSubscription,
  { terms, sessionId }: FreeChange,
  { draft, paidTax, creditsUnusedTime, periodDiscount }: SessionQuote,
): Promise<SubscriptionChange | undefined> => {
  if (draft.changesAtPeriodEnd) return columnsOfScheduledChange(work, subscription, terms)
  const { at, restartsCycle, periodCost, balance, tax } = draft
  const plan = planTermsColumns(terms, periodDiscount, work.now)
  if (!restartsCycle && periodCost === null) return plan
  markPeriodEndedEarly(work, subscription, { at, creditsUnusedTime })
  const ledger = convertLedgerToTaxRule(ledgerOf(subscription), paidTax, tax.rule)
  const entries = creditsUnusedTime ? entriesWithUnusedTime(subscription, ledger, at) : ledger.entries
  await spendCustomerCredit(work, { customerId: subscription.customerId, spender: sessionId }, draft)
  const money = {
    ...entriesColumn(
      customerCreditSpentBy(draft) === 0 ? entries : (await withCustomerCredit(work, sessionId, entries)).entries,
    ),
    periodPaidAmount: 0,
    balanceAmount: balance,
  }
  return restartsCycle
    ? {
        ...plan,
        ...columnsOfCyclePaidByCredit(work, subscription, terms),
        ...paidTaxColumn(tax.rule),
        ...money,
        ...discountColumnsAfterPaid(terms.discount),
      }
    : {
        ...plan,
        ...paidTaxColumn(tax.rule),
        ...money,
        periodCostAmount: periodCost ?? 0,
        deferredCostAmount: deferredCost(subscription, ledger, { at, balanceMinor: balance }),
      }
}

/** A change without a payment: its terms, and the client session that made it. */
interface FreeChange {
  readonly terms: PlanTerms
  readonly sessionId: string
}

/** The columns of a cycle that starts now and is paid with credit alone. */
const columnsOfCyclePaidByCredit = (
  work: Write,
  subscription: SubscriptionRow,
  terms: PlanTerms,
): SubscriptionChange => {
  // Ends the links that revoke this cancellation, so that they cannot revoke a later cancellation.
  if (endsByCancellation(subscription)) endKeepLinks(work, subscription.id)
  return {
    ...nothingOwedColumns,
    ...notCancelledColumns,
    status: subscriptionStatusAfter(subscription.status, 'planPaid'),
    ...firstPeriods(terms, work.now, false),
    periodPaymentId: null,
    ...newCycleColumns,
  }
}
