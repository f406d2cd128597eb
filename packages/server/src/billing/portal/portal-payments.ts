import type { Portal } from '@billing-checkout/contract'
import { formatMoney, required } from '@billing-checkout/domain'
import { presentSavedMethod } from '../../presenters/customers/present-payment-method.ts'
import { formatDate } from '../../presenters/languages/format-date.ts'
import { loadPayments } from '../../presenters/payments/load-payments.ts'
import { presentReceiptDisplay } from '../../presenters/sessions/present-quote.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'

const paymentsMax = 24

/** The latest payments of a customer, each with the lines of its frozen quote: at most 24, and only those that moved money or still may. */
export const loadPortalPayments = async (
  db: OrganizationDatabase,
  customerId: string,
  locale: string,
): Promise<Portal['payments']> => {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('claims', (join) => join.onRef('claims.id', '=', 'payments.claimId'))
    .select(['payments.id', 'claims.quote'])
    .where('payments.customerId', '=', customerId)
    .where('payments.paymentStatus', 'in', ['PENDING', 'AUTHORIZED', 'SETTLING', 'SETTLED'])
    .where('payments.amount', '>', 0)
    .orderBy('payments.createdAt', 'desc')
    .orderBy('payments.id', 'desc')
    .limit(paymentsMax)
    .execute()
  const quotes = new Map(rows.map(({ id, quote }) => [id, quote]))
  const payments = await loadPayments(db, [...quotes.keys()])
  return payments.map(({ id, amount, currency_code: currency, ...payment }) => {
    const quote = required(quotes.get(id), 'quote of payment', id)
    const money = (sum: number) => formatMoney({ amount: sum, currency }, locale).formattedAmount
    const refunded = payment.refunds
      .filter(({ status }) => status !== 'failed')
      .reduce((sum, refund) => sum + refund.amount, 0)
    return {
      id,
      status: payment.payment_status,
      date: formatDate(payment.created_at, locale),
      plan_name: quote.terms.name,
      formatted_amount: money(amount),
      formatted_refunded: refunded === 0 ? null : money(refunded),
      lines: presentReceiptDisplay({ ...quote, later: [] }, locale).lines,
      method: payment.payment_method && presentSavedMethod(payment.payment_method),
    }
  })
}
