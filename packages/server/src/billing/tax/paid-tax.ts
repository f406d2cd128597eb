import { restate, type TaxRule, type Timestamp } from '@billing-checkout/domain'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { PaymentRow, SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'
import { pricePart } from '../payments/shares-of-refunds.ts'

/** The column with the tax rule that a subscription's money is counted under in the period that starts then (DECISIONS 67). */
export const paidUnder = (rule: TaxRule | null, since: Timestamp): Pick<SubscriptionChange, 'paidTax'> => ({
  paidTax: JSON.stringify({ rule, since }),
})

/**
 * The tax rule that the cost of a subscription's period and its balance are counted under. A row whose period was begun by a
 * server that does not note the rule is counted like the payment of that period.
 */
export const paidTaxOf = (
  db: OrganizationDatabase,
  subscription: SubscriptionRow,
): Promise<TaxRule | null> | TaxRule | null => {
  const { paidTax, currentPeriodStart, periodPaymentId } = subscription
  if (paidTax?.since === currentPeriodStart) return paidTax.rule
  return periodPaymentId === null ? null : loadRuleOfPayment(db, { id: periodPaymentId })
}

/** The tax rule that a payment was quoted under. */
const loadRuleOfPayment = async (db: OrganizationDatabase, { id }: Pick<PaymentRow, 'id'>): Promise<TaxRule | null> => {
  const claim = await db
    .selectFrom('payments')
    .innerJoin('claims', (join) => join.onRef('claims.id', '=', 'payments.claimId'))
    .select('claims.quote')
    .where('payments.id', '=', id)
    .executeTakeFirst()
  return claim?.quote.draft.tax.rule ?? null
}

/** How much of a part of a payment, in minor units, is price, counted as the money of the subscription is. */
export const pricePartFor = async (
  db: OrganizationDatabase,
  subscription: SubscriptionRow,
  payment: PaymentRow,
  amount: { readonly minor: number; readonly taxMinor: number },
): Promise<number> => {
  const part = pricePart(payment, amount.minor, amount.taxMinor)
  const to = await paidTaxOf(db, subscription)
  if ((payment.tax?.behavior === 'inclusive') === (to?.behavior === 'inclusive')) return part
  return restate(part, await loadRuleOfPayment(db, payment), to)
}
