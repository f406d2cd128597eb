import type { List, Subscription, SubscriptionStatus } from '@billing-checkout/client'
import { html } from 'lit'
import { subscriptionChip, subscriptionStatuses } from '../../parts/chip.ts'
import { field, select } from '../../parts/field.ts'
import type { Column } from '../../parts/table.ts'
import { pathIn } from '../../shell/context.ts'
import { type ListQuery, ListScreen } from '../list-screen.ts'

/** Every subscription of the organization, the latest first. */
export class SubscriptionsScreen extends ListScreen<Subscription> {
  protected readonly apiPath = '/subscriptions'

  protected load({ page, limit, filters }: ListQuery, signal: AbortSignal): Promise<List<Subscription>> {
    const { status, ...rest } = filters
    const query = { ...rest, ...(status && { status: status as SubscriptionStatus }) }
    return this.context.client.findSubscriptions({ ...query, page, limit }, { signal })
  }

  protected heading(): string {
    return this.context.say('nav.subscriptions')
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
      {
        label: say('fact.price'),
        isWideOnly: true,
        isNumber: true,
        cell: format.price,
      },
      {
        label: say('fact.next'),
        isWideOnly: true,
        cell: ({ next_billing_date: next }) => (next === null ? '–' : format.day(next)),
      },
    ]
  }

  protected keyOf({ id }: Subscription): string {
    return id
  }

  protected override pathOfRow({ id }: Subscription): string {
    return pathIn(this.context, 'subscriptions', id)
  }

  protected emptyText(): readonly [string, string] {
    return [this.context.say('subscriptions.empty'), this.context.say('subscriptions.emptyHint')]
  }

  protected override filterFields(): unknown {
    const { say } = this.context
    const statuses = Object.entries(subscriptionStatuses).map(([status, [, name]]) => [status, say(name)] as const)
    const shown = (name: string) => ({ name, value: this.filtered(name), isOptional: true })
    return html`${field({ ...shown('search'), label: say('list.search'), type: 'search', lengthMax: 200 })}
    ${select({ ...shown('status'), label: say('list.status'), choices: [['', say('list.all')], ...statuses] })}
    ${field({ ...shown('from'), label: say('list.from'), type: 'date' })}
    ${field({ ...shown('to'), label: say('list.to'), type: 'date' })}`
  }
}
