import type { Customer, FindCustomersQuery, List } from '@billing-checkout/client'
import { html, type TemplateResult } from 'lit'
import { chip, subscriptionChip } from '../../parts/chip.ts'
import type { Column } from '../../parts/table.ts'
import { methodText } from '../../words/format.ts'
import { ListScreen } from '../list-screen.ts'

/** Every customer of the organization, the latest first. */
export class CustomersScreen extends ListScreen<Customer, FindCustomersQuery> {
  protected readonly apiPath = '/customers'
  protected readonly heading = 'nav.customers'
  protected readonly ifEmpty = ['customers.empty', 'customers.emptyHint'] as const

  protected load(query: FindCustomersQuery, signal: AbortSignal): Promise<List<Customer>> {
    return this.context.client.findCustomers(query, { signal })
  }

  protected columns(): readonly Column<Customer>[] {
    const { say, format } = this.context
    return [
      {
        label: say('fact.name'),
        cell: ({ full_name: name, email, erased_at: erased }) =>
          erased === null
            ? html`<bdi class="strong">${name ?? email ?? say('customer.unnamed')}</bdi>`
            : say('customer.erased'),
      },
      { label: say('fact.email'), isWideOnly: true, cell: ({ email }) => html`<bdi>${email ?? '–'}</bdi>` },
      {
        label: say('fact.subscription'),
        cell: ({ subscriptions: [latest] }) => (latest ? subscriptionChip(latest.status, say) : chip('quiet', '–')),
      },
      {
        label: say('fact.method'),
        isWideOnly: true,
        cell: ({ payment_methods: [method] }) => methodText(method ?? null),
      },
      { label: say('fact.created'), isWideOnly: true, cell: ({ created_at: at }) => format.instant(at) },
    ]
  }

  protected filterFields(): readonly TemplateResult[] {
    return [this.searchFilter()]
  }
}
