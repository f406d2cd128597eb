import { convertToTaxRule, type TaxRule } from '@billing-checkout/domain'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { PaymentRow, SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'
import { priceWithoutAddedTax } from '../payments/shares-of-refunds.ts'

/** The column with the tax rule under which a subscription's money is counted (DECISIONS 67). */
export const paidTaxColumn = (rule: TaxRule | null): Pick<SubscriptionChange, 'paidTax'> => ({
  paidTax: rule && JSON.stringify(rule),
})

const loadRuleOfPayment = async (db: OrganizationDatabase, { id }: Pick<PaymentRow, 'id'>): Promise<TaxRule | null> => {
  const claim = await db
    .selectFrom('payments')
    .innerJoin('claims', (join) => join.onRef('claims.id', '=', 'payments.claimId'))
    .select('claims.quote')
    .where('payments.id', '=', id)
    .executeTakeFirst()
  return claim?.quote.draft.tax.rule ?? null
}

/** The price in a part of a payment, without tax added on top, in minor units under the subscription's tax rule. */
export const restatePricePart = async (
  db: OrganizationDatabase,
  subscription: SubscriptionRow,
  payment: PaymentRow,
  amount: { readonly minor: number; readonly taxMinor: number },
): Promise<number> => {
  const part = priceWithoutAddedTax(payment, amount.minor, amount.taxMinor)
  const { paidTax: to } = subscription
  if ((payment.tax?.behavior === 'inclusive') === (to?.behavior === 'inclusive')) return part
  return convertToTaxRule(part, await loadRuleOfPayment(db, payment), to)
}
