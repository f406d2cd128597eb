import type { FindPaymentsQuery, List, Payment } from '@billing-checkout/client'
import type { TemplateResult } from 'lit'
import { keysOf, paymentTones } from '../../parts/chip.ts'
import type { Column } from '../../parts/table.ts'
import { type Filters, ListScreen } from '../list-screen.ts'
import { paymentColumns } from './payment-columns.ts'
import { paymentTabs } from './payment-tabs.ts'

/** Every payment of the organization, the latest first. */
export class PaymentsScreen extends ListScreen<Payment, FindPaymentsQuery> {
  protected readonly apiPath = '/payments'
  protected readonly heading = 'nav.payments'
  protected readonly ifEmpty = ['payments.empty', 'payments.emptyHint'] as const

  protected load(query: FindPaymentsQuery, signal: AbortSignal): Promise<List<Payment>> {
    return this.context.client.findPayments(query, { signal })
  }

  protected override apiFilters({ currency_code: currency, ...rest }: Filters): Filters {
    return { ...rest, ...(currency && { currency_code: currency.toUpperCase() }) }
  }

  protected override above(): TemplateResult {
    return paymentTabs(this.context, 'payments')
  }

  protected columns(): readonly Column<Payment>[] {
    return paymentColumns(this.context)
  }

  protected filterFields(): readonly TemplateResult[] {
    const statuses = keysOf(paymentTones).map((status) => [status, `payment.${status}`] as const)
    return [
      this.searchFilter(),
      this.statusFilter('payment_status', statuses),
      ...this.periodFilters(),
      this.textFilter('currency_code', 'list.currency', { lengthMin: 3, lengthMax: 3 }),
    ]
  }
}
