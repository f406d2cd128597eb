import { moveCreditOut } from '@billing-checkout/domain'
import { loadShownCustomer } from '../../presenters/customers/load-customers.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/writes/write.ts'
import { insertCustomerCredit } from '../customers/customer-credit.ts'
import { recordCustomerUpdated } from '../customers/record-customer-updated.ts'
import { isRunningPeriodPaid } from '../subscriptions/prepare-status-change.ts'
import { ledgerColumns, ledgerOf } from '../subscriptions/credit-ledger.ts'
import { processedColumns } from '../subscriptions/processed-columns.ts'
import { recordSubscriptionEvent, updateSubscription } from '../subscriptions/record-subscription-event.ts'

/**
 * Moves the credit of a cancelled subscription, with the sources that it came from, to its customer. While a paid period runs, the credit
 * stays, because a free reactivation would need it; the worklist tries again when the period ends. The caller holds the advisory lock on
 * the customer, under which purchases read the credit. Returns whether the credit moved.
 */
export const moveCreditToCustomer = async (work: Write, subscription: LockedSubscription): Promise<boolean> => {
  const { id, customerId, priceCurrency: currency, currentPeriodEnd, paidTax: rule } = subscription
  if (await isRunningPeriodPaid(work, subscription)) {
    updateSubscription(work, subscription, { ...processedColumns, deferredUntil: currentPeriodEnd })
    return false
  }
  const { balances } = await loadShownCustomer(work.db, customerId)
  const { ledger, moved } = moveCreditOut(ledgerOf(subscription), { kind: 'rounding', id })
  updateSubscription(work, subscription, { ...processedColumns, ...ledgerColumns(ledger) })
  for (const { source, minor } of moved) insertCustomerCredit(work, { customerId, currency, source, minor, rule })
  await recordSubscriptionEvent(work, id, 'subscription.updated')
  await recordCustomerUpdated(work, customerId, { balances })
  return true
}
