import type { FindSubscriptionsQuery, List, Subscription } from '@billing-checkout/client'
import { html, type TemplateResult } from 'lit'
import { subscriptionChip, subscriptionStatuses } from '../../parts/chip.ts'
import type { Column } from '../../parts/table.ts'
import { ListScreen } from '../list-screen.ts'

/** Every subscription of the organization, the latest first. */
export class SubscriptionsScreen extends ListScreen<Subscription, FindSubscriptionsQuery> {
  protected readonly apiPath = '/subscriptions'
  protected readonly heading = 'nav.subscriptions'
  protected readonly ifEmpty = ['subscriptions.empty', 'subscriptions.emptyHint'] as const

  protected load(query: FindSubscriptionsQuery, signal: AbortSignal): Promise<List<Subscription>> {
    return this.context.client.findSubscriptions(query, { signal })
  }

  protected columns(): readonly Column<Subscription>[] {
    const { say, format } = this.context
    return [
      {
        label: say('fact.customer'),
        cell: ({ customer }) =>
          html`<bdi class="strong">${customer.email ?? customer.external_id ?? customer.id}</bdi>`,
      },
      { label: say('fact.status'), cell: ({ status }) => subscriptionChip(status, say) },
      { label: say('fact.plan'), isWideOnly: true, cell: ({ plan }) => html`<bdi>${plan.name}</bdi>` },
      { label: say('fact.price'), isWideOnly: true, isNumber: true, cell: format.price },
      {
        label: say('fact.next'),
        isWideOnly: true,
        cell: ({ next_billing_date: next }) => (next === null ? '–' : format.day(next)),
      },
    ]
  }

  protected filterFields(): readonly TemplateResult[] {
    const statuses = Object.entries(subscriptionStatuses).map(([status, [, name]]) => [status, name] as const)
    return [this.searchFilter(), this.statusFilter('status', statuses), ...this.periodFilters()]
  }
}
