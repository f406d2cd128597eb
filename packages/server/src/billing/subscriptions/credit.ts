import { carryCredit, type PaidPool, type QuoteDraft, restatePool, type TaxRule } from '@billing-checkout/domain'
import type { SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'

/** What a subscription's period cost and the credit beside it, with the payments behind them (DECISIONS 54). */
export const poolOf = ({ periodCostAmount, balanceAmount, creditedPayments }: SubscriptionRow): PaidPool => ({
  costMinor: periodCostAmount,
  balanceMinor: balanceAmount,
  credited: creditedPayments ?? [],
})

/** The tax rules from which and to which a subscription's money is converted (DECISIONS 67). */
export interface Recount {
  readonly from: TaxRule | null
  readonly to: TaxRule | null
}

/**
 * The column with the payments behind a subscription's credit when its period is left with this much credit, in minor units,
 * converted to the tax rule of the period that follows.
 */
export const remainingCredit = (
  subscription: SubscriptionRow,
  creditMinor: number,
  { from, to }: Recount,
): Pick<SubscriptionChange, 'creditedPayments'> => {
  const credited = carryCredit(restatePool(poolOf(subscription), from, to), subscription.periodPaymentId, creditMinor)
  return creditedColumn(subscription, credited)
}

/** The column with the payments behind a subscription's credit, converted to another tax rule; the payments stay the same. */
export const recounted = (
  subscription: SubscriptionRow,
  { from, to }: Recount,
): Pick<SubscriptionChange, 'creditedPayments'> =>
  creditedColumn(subscription, restatePool(poolOf(subscription), from, to).credited)

const creditedColumn = (
  subscription: SubscriptionRow,
  credited: PaidPool['credited'],
): Pick<SubscriptionChange, 'creditedPayments'> => {
  if (credited.length > 0) return { creditedPayments: JSON.stringify(credited) }
  return subscription.creditedPayments === null ? {} : { creditedPayments: null }
}

/** The credit that a quote found: what it spends and what remains. */
export const creditOf = ({ lines, balance }: QuoteDraft): number =>
  lines.reduce((sum, { kind, amount }) => (ofBalance.has(kind) ? sum - amount : sum), balance)

/** The lines that credit or the balance after a charge are made of. */
const ofBalance: ReadonlySet<QuoteDraft['lines'][number]['kind']> = new Set(['credit', 'kept', 'rounding'])
