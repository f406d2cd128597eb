import type { Payment } from '@billing-checkout/contract'
import { stringify } from 'csv-stringify/sync'
import { csvCellOf } from '../../http/answers/csv-columns.ts'

/** The columns of an export, each with its value for a payment. */
const columns: Readonly<Record<string, (payment: Payment) => string | number | null>> = {
  id: ({ id }) => id,
  created_at: ({ created_at: at }) => at,
  payment_status: ({ payment_status: status }) => status,
  payment_type: ({ payment_type: type }) => type,
  amount: ({ amount }) => amount,
  currency_code: ({ currency_code: currency }) => currency,
  amount_usd: ({ amount_usd: amount }) => amount,
  tax: ({ tax }) => tax?.amount_tax ?? null,
  refunded_amount: ({ refunded_amount: amount }) => amount,
  customer_id: ({ customer }) => customer.id,
  external_id: ({ customer }) => customer.external_id,
  email: ({ customer }) => customer.email,
  subscription_id: ({ subscription }) => subscription?.id ?? null,
  plan_id: ({ subscription }) => subscription?.plan.id ?? null,
  method: ({ payment_method: method }) => method?.type ?? null,
  last4: ({ payment_method: method }) => (method && 'last4' in method.details ? method.details.last4 : null),
  statement_descriptor: ({ statement_descriptor: descriptor }) => descriptor,
  decline_code: ({ status_reason: reason }) => reason?.status_reason.decline_code ?? null,
  processor_transaction_id: ({ payment_details: details }) => details?.processor_transaction_id ?? null,
}

/** Payments as comma-separated values (RFC 4180). Amounts are in minor units. `withNames`: whether the first line has the column names. */
export const csvOfPayments = (payments: readonly object[], { withNames = true } = {}): string => {
  const rows = (payments as readonly Payment[]).map((payment) =>
    Object.values(columns).map((read) => csvCellOf(read(payment))),
  )
  return stringify(withNames ? [Object.keys(columns), ...rows] : rows, { record_delimiter: '\r\n' })
}
