import { moveCreditToCustomer, owesCredit } from './credit.ts'
import { storeCredit } from './customer-credit.ts'
import { isoTextOf } from './differences.ts'
import type { ExpectedSubscription } from './expected-subscription.ts'
import type { WrittenBooks, WrittenPayment } from './history.ts'
import { type Ledger, storeSubscription, recordCoverage } from './ledger.ts'

/** Whether all money for a subscription's running period arrived and was kept, so that continuing in it is free. */
export const isPaidFor = (it: ExpectedSubscription, payments: readonly WrittenPayment[]): boolean =>
  !owesCredit(it) &&
  payments.every(
    ({ id, goingBack, refundsAndDisputes, status }) =>
      id !== it.paidBy || (goingBack === 0 && refundsAndDisputes.every(({ isGone }) => !isGone) && status !== 'FAILED'),
  )

/** Whether a cancelled subscription has credit that it no longer needs: its period is over, or reactivating it is not free. */
export const mayMoveCredit = (it: ExpectedSubscription, { payments }: WrittenBooks, now: number): boolean =>
  it.balance > 0 && (it.end <= now || !isPaidFor(it, payments))

/** Follows a worker that moves the credit of a cancelled subscription to its customer. */
export const moveCredit = (ledger: Ledger, it: ExpectedSubscription, written: WrittenBooks, now: number): void => {
  if (!mayMoveCredit(it, written, now)) {
    ledger.violations.push(
      `${it.id} was worked off at ${isoTextOf(now)}; it has ${it.balance}, and ends ${isoTextOf(it.end)}.`,
    )
  }
  recordCoverage(ledger, 'credit moved to the customer')
  const { rest, moved } = moveCreditToCustomer(it, it.id)
  const { customer } = it
  const { currency } = it.plan
  storeSubscription(ledger, rest)
  for (const { id: source, minor: amount } of moved) {
    const row = written.credits.find(
      (each) => !ledger.credits.has(each.id) && each.customer === customer && each.source.id === source,
    )
    if (row === undefined) ledger.violations.push(`${amount} of ${source} left ${it.id}, and nobody received it.`)
    else {
      const credit = { id: row.id, customer, currency, source, amount, left: amount, takenBack: 0 }
      storeCredit(ledger, credit, written.credits)
    }
  }
}
