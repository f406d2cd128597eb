import type { List, Subscription } from '@billing-checkout/client'
import { html, nothing, type TemplateResult } from 'lit'
import type { UserOperationAnswer } from '../../api/user-client.ts'
import { subscriptionStatuses } from '../../parts/chip.ts'
import { emptyState, section } from '../../parts/description-list.ts'
import { LoadController } from '../../parts/load-controller.ts'
import { table } from '../../parts/table.ts'
import { type Context, isAllowed, screenPath } from '../../shell/context.ts'
import { Screen } from '../screen.ts'
import { attentionList } from './attention-list.ts'
import { drawRevenue } from './revenue.ts'

/** The data of the home screen. */
interface Shown {
  readonly overview: UserOperationAnswer<'findOverview'>
  readonly revenue: UserOperationAnswer<'findRevenue'>
  /** The past-due subscriptions, the one with the earliest next retry first. */
  readonly atRisk: List<Subscription>
  /** Whether the organization has no payment and no active, trial or past-due subscription. */
  readonly isUnused: boolean
}

const atRiskShown = 10

/** Home: recurring revenue and its changes, the number of subscriptions, money at risk, and what needs attention. */
export class HomeScreen extends Screen {
  readonly #shown = new LoadController<Shown>(
    this,
    () => this.context.organization.id,
    (signal) => loadHome(this.context, signal),
  )

  override render(): TemplateResult {
    const { say } = this.context
    return html`<header class="heading"><h1>${say('nav.home')}</h1></header>
      ${this.#shown.draw(say, (shown) => this.#draw(shown))}`
  }

  #draw({ overview, revenue, atRisk, isUnused }: Shown): TemplateResult {
    const { context } = this
    const { say } = context
    if (isUnused) return drawFirstSteps(context)
    const recurring = drawRevenue(context, revenue)
    return html`${recurring === null ? nothing : section(say('home.revenue'), recurring)} ${this.#figures(overview)}
      <div class="columns">
        <div>${section(say('home.risk'), this.#atRisk(overview, atRisk))}</div>
        <aside>${section(say('home.attention'), attentionList(context, overview.attention))}</aside>
      </div>`
  }

  #figures({ subscriptions }: UserOperationAnswer<'findOverview'>): TemplateResult {
    const { say, format } = this.context
    return html`<ul class="figures">
      ${(['active', 'trial', 'past_due'] as const).map(
        (status) =>
          html`<li>
            <a href=${screenPath(this.context, 'subscriptions', null, { status })}>
              <span class="quiet">${say(subscriptionStatuses[status][1])}</span>
              <span class="figure">${format.count(subscriptions[status])}</span>
            </a>
          </li>`,
      )}
    </ul>`
  }

  #atRisk({ at_risk: owed }: UserOperationAnswer<'findOverview'>, { data, meta }: List<Subscription>): TemplateResult {
    const { say, format } = this.context
    if (data.length === 0) return html`<p class="quiet">${say('home.riskNone')}</p>`
    return html`${
      owed.length === 0
        ? nothing
        : html`<p>
            <span class="strong"
              >${owed.map(({ amount, currency }) => format.money(amount, currency)).join(' + ')}</span
            >
            <span class="quiet">${say('home.riskTotal')}</span>
          </p>`
    }
    ${table({
      label: say('home.risk'),
      rows: data,
      keyOf: ({ id }) => id,
      pathOf: ({ id }) => screenPath(this.context, 'subscriptions', id),
      columns: [
        {
          label: say('fact.customer'),
          cell: ({ customer }) => html`<bdi>${customer.email ?? customer.external_id ?? customer.id}</bdi>`,
        },
        { label: say('fact.price'), isWideOnly: true, isNumber: true, cell: format.price },
        {
          label: say('home.riskTries'),
          isWideOnly: true,
          isNumber: true,
          cell: ({ past_due: retries }) =>
            retries === null
              ? '–'
              : `${format.count(retries.attempt_count)} / ${format.count(retries.max_attempts_count)}`,
        },
        {
          label: say('home.riskNext'),
          cell: ({ next_billing_date: next }) => (next === null ? '–' : format.day(next)),
        },
      ],
    })}
    ${
      meta.total > data.length
        ? html`<p>
            <a href=${screenPath(this.context, 'subscriptions', null, { status: 'past_due' })}
              >${say('home.riskAll')}</a
            >
          </p>`
        : nothing
    }`
  }
}

const drawFirstSteps = (context: Context): TemplateResult => {
  const { say } = context
  return emptyState(
    say('home.first'),
    say('home.firstHint'),
    isAllowed(context, 'createApiKey')
      ? html`<a class="button primary" href=${screenPath(context, 'developers', 'keys')}>${say('home.firstKey')}</a>`
      : html`<p>${say('home.firstAsk')}</p>`,
  )
}

const loadHome = async ({ client, userClient }: Context, signal: AbortSignal): Promise<Shown> => {
  const options = { signal }
  const [overview, revenue, atRisk] = await Promise.all([
    userClient.findOverview(options),
    userClient.findRevenue(options),
    client.findSubscriptions(
      { status: 'past_due', sort: 'next_billing_date', order: 'asc', limit: atRiskShown },
      options,
    ),
  ])
  const { active, trial, past_due: pastDue } = overview.subscriptions
  const isUnused = active + trial + pastDue === 0 && (await client.findPayments({ limit: 1 }, options)).meta.total === 0
  return { overview, revenue, atRisk, isUnused }
}
