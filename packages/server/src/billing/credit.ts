import { carryCredit, type PaidPool, type QuoteDraft } from '@billing-checkout/domain'
import type { SubscriptionRow } from '../store/rows.ts'
import type { SubscriptionChange } from './change-status.ts'

/** What a subscription's period cost and the credit beside it, with the payments behind them. */
export const poolOf = ({ periodCostAmount, balanceAmount, creditedPayments }: SubscriptionRow): PaidPool => ({
  costMinor: periodCostAmount,
  balanceMinor: balanceAmount,
  credited: creditedPayments ?? [],
})

/** The payments behind a subscription's credit as its period is left, with so much credit in minor units (decisions 7, Proration). */
export const carried = (
  subscription: SubscriptionRow,
  creditMinor: number,
): Pick<SubscriptionChange, 'creditedPayments'> => {
  const credited = carryCredit(poolOf(subscription), subscription.periodPaymentId, creditMinor)
  if (credited.length > 0) return { creditedPayments: JSON.stringify(credited) }
  return subscription.creditedPayments === null ? {} : { creditedPayments: null }
}

/** The credit that a quote found: what it spends and what it leaves. */
export const creditOf = ({ lines, balance }: QuoteDraft): number =>
  lines.reduce((sum, { kind, amount }) => (kind === 'credit' || kind === 'kept' ? sum - amount : sum), balance)
