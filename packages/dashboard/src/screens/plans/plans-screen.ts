import type { FindPlansQuery, List, Plan } from '@billing-checkout/client'
import { html, nothing } from 'lit'
import { chip } from '../../parts/chip.ts'
import { field, select } from '../../parts/field.ts'
import type { Column } from '../../parts/table.ts'
import { navigate } from '../../places/navigate.ts'
import { may, pathIn } from '../../shell/context.ts'
import { type ListQuery, ListScreen } from '../list-screen.ts'
import { createPlanInDialog } from './create-plan-in-dialog.ts'

/** The organization's plans, the latest first: those for sale, or the archived ones. */
export class PlansScreen extends ListScreen<Plan> {
  protected readonly apiPath = '/plans'

  protected load({ page, limit, filters }: ListQuery, signal: AbortSignal): Promise<List<Plan>> {
    const { include, ...rest } = filters
    const query: FindPlansQuery = { ...rest, ...(include && { include: 'archived' }) }
    return this.context.client.findPlans({ ...query, page, limit }, { signal })
  }

  protected heading(): string {
    return this.context.say('nav.plans')
  }

  protected override actions(): unknown {
    if (!may(this.context, 'createPlan')) return nothing
    return html`<button type="button" class="button primary" @click=${this.#create}>
      ${this.context.say('plan.create')}
    </button>`
  }

  protected columns(): readonly Column<Plan>[] {
    const { say, format } = this.context
    return [
      { label: say('fact.name'), cell: ({ name }) => html`<bdi class="strong">${name}</bdi>` },
      {
        label: say('fact.status'),
        cell: ({ archived_at: archived }) =>
          archived === null ? chip('good', say('offer.forSale')) : chip('quiet', say('offer.archived')),
      },
      {
        label: say('fact.price'),
        isWideOnly: true,
        isNumber: true,
        cell: (plan) =>
          `${format.money(plan.price.default.amount, plan.price.default.currency)} ${format.interval(plan)}`,
      },
      { label: say('plan.group'), isWideOnly: true, cell: ({ group }) => html`<bdi>${group ?? '–'}</bdi>` },
      { label: say('offer.changed'), isWideOnly: true, cell: ({ updated_at: at }) => format.day(at) },
    ]
  }

  protected keyOf({ id }: Plan): string {
    return id
  }

  protected override pathOfRow({ id }: Plan): string {
    return pathIn(this.context, 'plans', id)
  }

  protected emptyText(): readonly [string, string] {
    return [this.context.say('plans.empty'), this.context.say('plans.emptyHint')]
  }

  protected override filterFields(): unknown {
    const { say } = this.context
    const shown = (name: string) => ({ name, value: this.filtered(name), isOptional: true })
    return html`${field({ ...shown('search'), label: say('list.search'), type: 'search', lengthMax: 200 })}
    ${select({
      ...shown('include'),
      label: say('list.status'),
      choices: [
        ['', say('offer.forSale')],
        ['archived', say('list.all')],
      ],
    })}
    ${field({ ...shown('from'), label: say('list.from'), type: 'date' })}
    ${field({ ...shown('to'), label: say('list.to'), type: 'date' })}`
  }

  readonly #create = async (): Promise<void> => {
    const made = await createPlanInDialog(this.context)
    if (made) navigate(pathIn(this.context, 'plans', made.id))
  }
}
