import type { FindPlansQuery, List, Plan } from '@billing-checkout/client'
import { html, nothing, type TemplateResult } from 'lit'
import { button } from '../../parts/button.ts'
import { chip } from '../../parts/chip.ts'
import type { Column } from '../../parts/table.ts'
import { navigate } from '../../places/navigate.ts'
import { isAllowed, screenPath } from '../../shell/context.ts'
import { ListScreen } from '../list-screen.ts'
import { openPlanDialog } from './open-plan-dialog.ts'

/** The organization's plans, the latest first: those for sale, or also the archived ones. */
export class PlansScreen extends ListScreen<Plan, FindPlansQuery> {
  protected readonly apiPath = '/plans'
  protected readonly heading = 'nav.plans'
  protected readonly ifEmpty = ['plans.empty', 'plans.emptyHint'] as const

  protected load(query: FindPlansQuery, signal: AbortSignal): Promise<List<Plan>> {
    return this.context.client.findPlans(query, { signal })
  }

  protected override actions(): unknown {
    if (!isAllowed(this.context, 'createPlan')) return nothing
    return button(this.context.say('plan.create'), this.#create, 'primary')
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

  protected filterFields(): readonly TemplateResult[] {
    const status = this.statusFilter('include', [['archived', 'list.all']], 'offer.forSale')
    return [this.searchFilter(), status, ...this.periodFilters()]
  }

  readonly #create = async (): Promise<void> => {
    const made = await openPlanDialog(this.context)
    if (made) navigate(screenPath(this.context, 'plans', made.id))
  }
}
