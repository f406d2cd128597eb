import type { Payment } from '@billing-checkout/client'
import { html } from 'lit'
import { paymentChip } from '../../parts/chip.ts'
import type { Column } from '../../parts/table.ts'
import type { Context } from '../../shell/context.ts'
import { methodText } from '../../words/format.ts'

/** The columns of a list of payments. */
export const paymentColumns = ({ say, format }: Context): readonly Column<Payment>[] => [
  {
    label: say('fact.amount'),
    isNumber: true,
    cell: ({ amount, currency_code: currency }) => html`<span class="strong">${format.money(amount, currency)}</span>`,
  },
  { label: say('fact.status'), cell: ({ payment_status: status }) => paymentChip(status, say) },
  {
    label: say('fact.customer'),
    cell: ({ customer }) => html`<bdi>${customer.full_name ?? customer.email ?? customer.id}</bdi>`,
  },
  { label: say('fact.method'), isWideOnly: true, cell: ({ payment_method: method }) => methodText(method) },
  { label: say('fact.plan'), isWideOnly: true, cell: ({ subscription }) => subscription?.plan.name ?? '–' },
  { label: say('fact.date'), isWideOnly: true, cell: ({ created_at: at }) => format.instant(at) },
]
