import { html, nothing, type TemplateResult } from 'lit'
import type { UserOperationAnswer } from '../../api/user-client.ts'
import { chart } from '../../parts/chart.ts'
import { table } from '../../parts/table.ts'
import type { Context } from '../../shell/context.ts'

type Revenue = UserOperationAnswer<'findRevenue'>
type CurrencyRevenue = Revenue['currencies'][number]
type Month = CurrencyRevenue['months'][number]

/**
 * Recurring revenue in each currency: the present amount, a chart by month, and the causes of changes; null if there has never been
 * recurring revenue.
 */
export const drawRevenue = (context: Context, { total_usd: total, currencies }: Revenue): TemplateResult | null => {
  const { say, format } = context
  if (currencies.length === 0) return null
  return html`<div class="revenues">${currencies.map((revenue) => drawCurrency(context, revenue))}</div>
    ${
      total === null || currencies.length === 1
        ? nothing
        : html`<p class="quiet">${say('home.revenueTotal', { amount: format.money(total.recurring, 'USD') })}</p>`
    }`
}

const drawCurrency = (context: Context, revenue: CurrencyRevenue): TemplateResult => {
  const { say, format } = context
  const { currency, recurring, at_risk: atRisk, months } = revenue
  const money = (amount: number) => format.money(amount, currency)
  return html`<div class="revenue">
    <p>
      <span class="figure">${money(recurring.amount)}</span>
      <span class="quiet">${say('home.revenueMonthly')}</span>
    </p>
    ${atRisk.amount === 0 ? nothing : html`<p>${say('home.revenueRisk', { amount: money(atRisk.amount) })}</p>`}
    ${chart(
      say('home.revenueChart', { currency }),
      months.map((month) => month.recurring.amount),
    )}
    <p class="quiet axis">
      <span>${format.month(months[0]?.month ?? '')}</span><span>${format.month(months.at(-1)?.month ?? '')}</span>
    </p>
    <details>
      <summary>${say('home.revenueMovements')}</summary>
      <div class="scrolls" tabindex="0" role="region" aria-label=${say('home.revenueMovements')}>
        ${movementTable(context, currency, months)}
      </div>
    </details>
  </div>`
}

const movementTable = ({ say, format }: Context, currency: string, months: readonly Month[]): TemplateResult => {
  const money = (amount: number) => (amount === 0 ? '–' : format.money(amount, currency))
  return table({
    label: say('home.revenueMovements'),
    rows: months.toReversed(),
    keyOf: ({ month }) => month,
    columns: [
      { label: say('home.month'), cell: ({ month }) => format.month(month) },
      { label: say('home.revenueAtEnd'), isNumber: true, cell: ({ recurring }) => money(recurring.amount) },
      ...movements.map(({ name, label }) => ({
        label: say(label),
        isNumber: true,
        cell: (month: Month) => money(month.movements[name].amount),
      })),
    ],
  })
}

const movements = [
  { name: 'new', label: 'movement.new' },
  { name: 'reactivation', label: 'movement.reactivation' },
  { name: 'expansion', label: 'movement.expansion' },
  { name: 'contraction', label: 'movement.contraction' },
  { name: 'churn_voluntary', label: 'movement.churn_voluntary' },
  { name: 'churn_involuntary', label: 'movement.churn_involuntary' },
] as const
