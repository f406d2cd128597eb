import type { Customer, List } from '@billing-checkout/client'
import { html } from 'lit'
import { chip, subscriptionChip } from '../../parts/chip.ts'
import { field } from '../../parts/field.ts'
import type { Column } from '../../parts/table.ts'
import { pathIn } from '../../shell/context.ts'
import { methodText } from '../../words/format.ts'
import { type ListQuery, ListScreen } from '../list-screen.ts'

/** Every customer of the organization, the latest first. */
export class CustomersScreen extends ListScreen<Customer> {
  protected readonly apiPath = '/customers'

  protected load({ page, limit, filters }: ListQuery, signal: AbortSignal): Promise<List<Customer>> {
    return this.context.client.findCustomers({ ...filters, page, limit }, { signal })
  }

  protected heading(): string {
    return this.context.say('nav.customers')
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

  protected keyOf({ id }: Customer): string {
    return id
  }

  protected override pathOfRow({ id }: Customer): string {
    return pathIn(this.context, 'customers', id)
  }

  protected emptyText(): readonly [string, string] {
    return [this.context.say('customers.empty'), this.context.say('customers.emptyHint')]
  }

  protected override filterFields(): unknown {
    const { say } = this.context
    return field({
      name: 'search',
      label: say('list.search'),
      type: 'search',
      value: this.filtered('search'),
      isOptional: true,
      lengthMax: 200,
    })
  }
}
