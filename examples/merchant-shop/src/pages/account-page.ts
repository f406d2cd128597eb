import type { Customer, Subscription } from '@billing-checkout/client'
import { formatDay } from '../format.ts'
import { type Html, html } from '../html.ts'
import type { Page } from './page.ts'
import type { Visit } from '../visit.ts'
import { type TimePanel, timePanel } from './time-panel.ts'

/** What a shopper has with the shop; `null` when they never bought anything. */
export const accountPage = (visit: Visit, customer: Customer | null, time: TimePanel | null): Page => {
  const { words, shopper } = visit
  return {
    title: words.account.title,
    body: html`<section class="narrow">
      <h1>${words.account.title}</h1>
      ${shopper === null ? html`<p class="lead">${words.account.signedOut}</p>` : signedIn(visit, shopper.email, customer)}
      ${time && timePanel(visit, time)}
    </section>`,
  }
}

const signedIn = (visit: Visit, email: string, customer: Customer | null): Html => {
  const { words } = visit
  const subscriptions = customer?.subscriptions ?? []
  const cards = customer?.payment_methods ?? []
  return html`<form method="post" action="/sign-out">
      <p class="quiet">
        <bdi>${email}</bdi> <button class="link" name="back" value="/">${words.account.signOut}</button>
      </p>
    </form>
    <h2>${words.account.subscriptions}</h2>
    ${subscriptions.length === 0 && html`<p class="quiet">${words.account.none}</p>`}
    <ul class="rows">
      ${subscriptions.map((subscription) => subscriptionRow(visit, subscription))}
    </ul>
    <h2>${words.account.cards}</h2>
    ${cards.length === 0 && html`<p class="quiet">${words.account.noCards}</p>`}
    <ul class="rows">
      ${cards.map((card) => cardRow(visit, card))}
    </ul>`
}

const subscriptionRow = (visit: Visit, subscription: Subscription): Html => {
  const { words, language } = visit
  const { id, status, plan, next_billing_date: next, current_period_end: end } = subscription
  const when =
    status === 'scheduled_for_cancellation'
      ? words.account.runsUntil(formatDay(end, language))
      : next !== null && words.account.next(formatDay(next, language))
  return html`<li>
    <div>
      <strong>${plan.name}</strong>
      <span class="status ${status}">${words.statuses[status]}</span>${when && html`<p class="quiet">${when}</p>`}
    </div>
    ${changeOf(visit, id, status)}
  </li>`
}

const changeOf = ({ words }: Visit, id: string, status: Subscription['status']): Html | null => {
  const form = (verb: string, label: string) =>
    html`<form method="post" action="/account/${id}/${verb}">
      <button class="button small quiet-button">${label}</button>
    </form>`
  if (status === 'scheduled_for_cancellation') return form('keep', words.account.keep)
  return status === 'trial' || status === 'active' ? form('cancel', words.account.cancel) : null
}

const cardRow = ({ words }: Visit, method: Customer['payment_methods'][number]): Html | null => {
  if (method.type !== 'CARD') return html`<li>${method.type}</li>`
  const { bin_data: bin, last4, exp_month: month, exp_year: year } = method.details
  const expiry = `${String(month).padStart(2, '0')}/${year}`
  return html`<li>
    <div>
      <strong class="brand-name">${bin?.brand ?? ''}</strong> <bdi dir="ltr">•••• ${last4}</bdi>
      <p class="quiet">${words.account.expires(expiry)}</p>
    </div>
  </li>`
}
