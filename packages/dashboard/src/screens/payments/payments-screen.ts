import type { CurrencyCode, FindPaymentsQuery, List, Payment, PaymentStatus } from '@billing-checkout/client'
import { html, type TemplateResult } from 'lit'
import { paymentTones } from '../../parts/chip.ts'
import { field, select } from '../../parts/field.ts'
import type { Column } from '../../parts/table.ts'
import { pathIn } from '../../shell/context.ts'
import { type ListQuery, ListScreen } from '../list-screen.ts'
import { paymentColumns } from './payment-columns.ts'
import { paymentTabs } from './payment-tabs.ts'

/** Every payment of the organization, the latest first. */
export class PaymentsScreen extends ListScreen<Payment> {
  protected readonly apiPath = '/payments'

  protected load({ page, limit, filters }: ListQuery, signal: AbortSignal): Promise<List<Payment>> {
    const { payment_status: status, currency_code: currency, ...rest } = this.apiFilters(filters)
    const query: FindPaymentsQuery = {
      ...rest,
      ...(status && { payment_status: status as PaymentStatus }),
      ...(currency && { currency_code: currency as CurrencyCode }),
    }
    return this.context.client.findPayments({ ...query, page, limit }, { signal })
  }

  protected override apiFilters({ currency_code: currency, ...rest }: ListQuery['filters']): ListQuery['filters'] {
    return { ...rest, ...(currency && { currency_code: currency.toUpperCase() }) }
  }

  protected override above(): TemplateResult {
    return paymentTabs(this.context, 'payments')
  }

  protected heading(): string {
    return this.context.say('nav.payments')
  }

  protected columns(): readonly Column<Payment>[] {
    return paymentColumns(this.context)
  }

  protected keyOf({ id }: Payment): string {
    return id
  }

  protected override pathOfRow({ id }: Payment): string {
    return pathIn(this.context, 'payments', id)
  }

  protected emptyText(): readonly [string, string] {
    return [this.context.say('payments.empty'), this.context.say('payments.emptyHint')]
  }

  protected override filterFields(): unknown {
    const { say } = this.context
    const statuses = Object.keys(paymentTones) as (keyof typeof paymentTones)[]
    const shown = (name: string) => ({ name, value: this.filtered(name), isOptional: true })
    return html`${field({ ...shown('search'), label: say('list.search'), type: 'search', lengthMax: 200 })}
    ${select({
      ...shown('payment_status'),
      label: say('list.status'),
      choices: [['', say('list.all')], ...statuses.map((status) => [status, say(`payment.${status}`)] as const)],
    })}
    ${field({ ...shown('from'), label: say('list.from'), type: 'date' })}
    ${field({ ...shown('to'), label: say('list.to'), type: 'date' })}
    ${field({ ...shown('currency_code'), label: say('list.currency'), lengthMin: 3, lengthMax: 3 })}`
  }
}
