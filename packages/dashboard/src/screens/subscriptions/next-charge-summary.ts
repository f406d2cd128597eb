import type { Subscription } from '@billing-checkout/client'
import { html, nothing, type TemplateResult } from 'lit'
import type { Context } from '../../shell/context.ts'

/** A subscription's next charge: its date, and its amount before added tax as lines for price, discount, and credit or surcharge. */
export const nextChargeSummary = ({ say, format }: Context, subscription: Subscription): TemplateResult => {
  const { next_billing_date: at, scheduled_change: change, discount, balance, past_due: pastDue } = subscription
  if (at === null) return html`<p class="quiet">${say('subscription.nextNone')}</p>`
  const plan = change?.plan ?? subscription.plan
  const quantity = change?.quantity ?? subscription.quantity
  const price = plan.price.amount * quantity
  const { currency } = plan.price
  const money = (amount: number): string => format.money(amount, currency)
  const line = (label: string, amount: number) =>
    html`<tr>
      <th scope="row">${label}</th>
      <td class="number">${money(amount)}</td>
    </tr>`
  return html`<p class="strong">${format.day(at)}</p>
    ${
      change
        ? html`<p>${say('subscription.scheduled', { plan: change.plan.name, date: format.day(change.at) })}</p>`
        : nothing
    }
    <table class="lines">
      <tbody>
        ${line(quantity === 1 ? plan.name : `${plan.name} × ${format.count(quantity)}`, price)}
        ${discount ? line(discount.name, discount.period_amount - price) : nothing}
        ${discount ? line(say('subscription.nextDiscounted'), discount.period_amount) : nothing}
        ${balance.amount > 0 ? line(say('subscription.nextCredit'), -balance.amount) : nothing}
        ${balance.amount < 0 ? line(say('subscription.nextSurcharge'), -balance.amount) : nothing}
      </tbody>
    </table>
    <p class="quiet">${say('subscription.beforeTax')}</p>
    ${
      pastDue
        ? html`<p class="fault">
            ${say('subscription.retries', { count: pastDue.attempt_count, max: pastDue.max_attempts_count })}
          </p>`
        : nothing
    }`
}
