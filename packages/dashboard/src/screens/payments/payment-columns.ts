import type { Payment } from '@billing-checkout/client'
import { html } from 'lit'
import { paymentChip } from '../../parts/chip.ts'
import type { Column } from '../../parts/table.ts'
import type { Context } from '../../shell/context.ts'
import { methodText } from '../../words/format.ts'

type PaymentColumn = 'amount' | 'status' | 'customer' | 'method' | 'plan' | 'date'

/**
 * The columns of a list of payments. `without` leaves columns out: for example, the page of one customer does not repeat the customer in
 * every row.
 */
export const paymentColumns = (
  context: Context,
  { without = [] }: { readonly without?: readonly PaymentColumn[] } = {},
): readonly Column<Payment>[] => {
  const columns = Object.entries(allColumns(context))
  return columns.filter(([key]) => !without.some((omitted) => omitted === key)).map(([, column]) => column)
}

const allColumns = ({ say, format }: Context): Readonly<Record<PaymentColumn, Column<Payment>>> => ({
  amount: {
    label: say('fact.amount'),
    isNumber: true,
    cell: ({ amount, currency_code: currency }) => html`<span class="strong">${format.money(amount, currency)}</span>`,
  },
  status: { label: say('fact.status'), cell: ({ payment_status: status }) => paymentChip(status, say) },
  customer: {
    label: say('fact.customer'),
    cell: ({ customer }) => html`<bdi>${customer.full_name ?? customer.email ?? customer.id}</bdi>`,
  },
  method: { label: say('fact.method'), isWideOnly: true, cell: ({ payment_method: method }) => methodText(method) },
  plan: { label: say('fact.plan'), isWideOnly: true, cell: ({ subscription }) => subscription?.plan.name ?? '–' },
  date: { label: say('fact.date'), isWideOnly: true, cell: ({ created_at: at }) => format.instant(at) },
})
