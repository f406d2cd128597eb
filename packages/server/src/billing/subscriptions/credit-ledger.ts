import {
  type CreditEntry,
  type CreditLedger,
  type CreditSource,
  costDeferredByExchange,
  addUnusedTimeCredit,
  unusedPeriodCredit,
} from '@billing-checkout/domain'
import type { PaymentRow, SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'
import { priceWithoutAddedTax } from '../payments/shares-of-refunds.ts'

/** The money of a subscription: the cost of its period, its balance, and the sources of its credit (DECISIONS 124). */
export const ledgerOf = (subscription: SubscriptionRow): CreditLedger => ({
  costMinor: subscription.periodCostAmount,
  paidMinor: subscription.periodPaidAmount,
  balanceMinor: subscription.balanceAmount,
  deferredMinor: subscription.deferredCostAmount,
  entries: subscription.creditEntries ?? [],
})

/** The subscription's columns that store a ledger. */
export const ledgerColumns = ({
  costMinor,
  paidMinor,
  balanceMinor,
  deferredMinor,
  entries,
}: CreditLedger): SubscriptionChange => ({
  periodCostAmount: costMinor,
  periodPaidAmount: paidMinor,
  balanceAmount: balanceMinor,
  deferredCostAmount: deferredMinor,
  ...entriesColumn(entries),
})

/** The column that stores a ledger's credit entries. */
export const entriesColumn = (entries: readonly CreditEntry[]): Pick<SubscriptionChange, 'creditEntries'> => ({
  creditEntries: entries.length === 0 ? null : JSON.stringify(entries),
})

/** A payment as a source of credit. */
export const sourceOf = (paymentId: string): CreditSource => ({ kind: 'payment', id: paymentId })

/** A subscription's credit entries, including credit for the part of its period that is unused at `at`. */
export const entriesWithUnusedTime = (
  { currentPeriodStart: start, currentPeriodEnd: end, periodPaymentId }: SubscriptionRow,
  ledger: CreditLedger,
  at: string,
): readonly CreditEntry[] =>
  addUnusedTimeCredit(ledger, {
    period: { start, end },
    at,
    source: periodPaymentId === null ? null : sourceOf(periodPaymentId),
  })

/**
 * The cost, in minor units, that a plan change at `at` leaves for the next charge. The change has exchanged the rest of the period for time
 * on the new plan, and has left the balance `balanceMinor`.
 */
export const deferredCost = (
  { currentPeriodStart: start, currentPeriodEnd: end }: SubscriptionRow,
  ledger: CreditLedger,
  { at, balanceMinor }: { readonly at: string; readonly balanceMinor: number },
): number =>
  costDeferredByExchange(ledger, {
    unusedMinor: unusedPeriodCredit({ start, end, costMinor: ledger.costMinor }, at),
    balanceMinor,
  })

/**
 * The part of a payment that pays a period's cost, in minor units. If the payment also collects a surcharge, that part is smaller than the
 * payment.
 */
export const paidPartOfCost = (payment: PaymentRow | null, costMinor: number): number =>
  Math.min(paymentWithoutAddedTax(payment), costMinor)

/** A payment's amount in minor units, less any tax that was added to the price; 0 if there is no payment. */
export const paymentWithoutAddedTax = (payment: PaymentRow | null): number =>
  payment === null ? 0 : priceWithoutAddedTax(payment, payment.amount, payment.tax?.amount_tax ?? 0)
