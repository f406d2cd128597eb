import type { Customer, Plan, Subscription } from '@billing-checkout/client'
import { formatDay } from '../format.ts'
import { type Html, html } from '../html.ts'
import type { SubscriptionPurpose } from './checkout-page.ts'
import type { Page } from './page.ts'
import type { Visit } from '../visit.ts'
import { type TimePanel, timePanel } from './time-panel.ts'

/** What a shopper has with the shop and may change; `null` when they never bought anything. */
export const accountPage = (
  visit: Visit,
  customer: Customer | null,
  plans: readonly Plan[],
  time: TimePanel | null,
): Page => {
  const { words, shopper } = visit
  return {
    title: words.account.title,
    body: html`<section class="narrow">
      <h1>${words.account.title}</h1>
      ${shopper === null ? html`<p class="lead">${words.account.signedOut}</p>` : signedIn(visit, shopper.email, customer, plans)}
      ${time && timePanel(visit, time)}
    </section>`,
  }
}

const signedIn = (visit: Visit, email: string, customer: Customer | null, plans: readonly Plan[]): Html => {
  const { words } = visit
  const subscriptions = customer?.subscriptions ?? []
  const cards = customer?.payment_methods ?? []
  const others = plans.filter(
    ({ id }) => !subscriptions.some(({ status, plan }) => status !== 'cancelled' && plan.id === id),
  )
  return html`<form method="post" action="/sign-out">
      <p class="quiet">
        <bdi>${email}</bdi> <button class="link" name="back" value="/">${words.account.signOut}</button>
      </p>
    </form>
    <h2>${words.account.subscriptions}</h2>
    ${subscriptions.length === 0 && html`<p class="quiet">${words.account.none}</p>`}
    <ul class="rows">
      ${subscriptions.map((subscription) => subscriptionRow(visit, subscription, cards, others))}
    </ul>
    <h2>${words.account.cards}</h2>
    ${cards.length === 0 && html`<p class="quiet">${words.account.noCards}</p>`}
    <ul class="rows">
      ${cards.map((card) => cardRow(visit, card))}
    </ul>`
}

type Method = Customer['payment_methods'][number]

const subscriptionRow = (
  visit: Visit,
  subscription: Subscription,
  cards: readonly Method[],
  others: readonly Plan[],
): Html => {
  const { words, language } = visit
  const { status, plan, next_billing_date: next, current_period_end: end } = subscription
  const card = cards.find(({ id }) => id === subscription.payment_method_id)
  const when =
    status === 'scheduled_for_cancellation'
      ? words.account.runsUntil(formatDay(end, language))
      : next !== null && words.account.next(formatDay(next, language))
  return html`<li>
    <div>
      <strong>${plan.name}</strong>
      <span class="status ${status}">${words.statuses[status]}</span>
      ${when && html`<p class="quiet">${when} ${card?.type === 'CARD' && digitsOf(card)}</p>`}
    </div>
    <div class="changes">${changesOf(visit, subscription, others)}</div>
  </li>`
}

/** Each is one button: the billing service decides by the subscription's status what the checkout then is for. */
const changesOf = ({ words }: Visit, { id, status, plan }: Subscription, others: readonly Plan[]): Html => {
  const form = (verb: string, label: string, before: Html | null = null) =>
    html`<form method="post" action="/account/${id}/${verb}">
      ${before}<button class="button small quiet-button">${label}</button>
    </form>`
  const checkout = (purpose: SubscriptionPurpose, before?: Html) =>
    form('checkout', words.account.purposes[purpose], before)
  if (status === 'scheduled_for_cancellation') return checkout('resume')
  if (status === 'past_due' || status === 'cancelled') return checkout('recover')
  const choice = html`<select name="plan" aria-label="${words.account.planInstead(plan.name)}">
    ${others.map((other) => html`<option value="${other.id}">${other.name}</option>`)}
  </select> `
  return html`${others.length > 0 && checkout('change_plan', choice)} ${checkout('update_method')}
  ${form('cancel', words.account.cancel)}`
}

const cardRow = ({ words }: Visit, method: Method): Html | null => {
  if (method.type !== 'CARD') return html`<li>${method.type}</li>`
  const { bin_data: bin, exp_month: month, exp_year: year } = method.details
  const expiry = `${String(month).padStart(2, '0')}/${year}`
  return html`<li>
    <div>
      <strong class="brand-name">${bin?.brand ?? ''}</strong> ${digitsOf(method)}
      <p class="quiet">${words.account.expires(expiry)}</p>
    </div>
  </li>`
}

const digitsOf = ({ details }: Extract<Method, { type: 'CARD' }>): Html =>
  html`<bdi dir="ltr">•••• ${details.last4}</bdi>`
