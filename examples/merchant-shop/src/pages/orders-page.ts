import type { Dispute, List, Payment, Subscription, WebhookDelivery } from '@billing-checkout/client'
import { formatDay, formatMoment, formatMoney } from '../format.ts'
import { type Html, html } from '../html.ts'
import type { Page } from './page.ts'
import type { Visit } from '../visit.ts'
import { type TimePanel, timePanel } from './time-panel.ts'

/** What the shop's staff sees: the clock, what the shop was told while it moved, and the latest payments and subscriptions. */
export const ordersPage = (
  visit: Visit,
  payments: List<Payment>,
  { subscriptions, disputes, deliveries }: OfficeLists,
  time: TimePanel,
): Page => {
  const { title, text, noPayments, noSubscriptions, noDisputes, noDeliveries, columns } = visit.words.orders
  const { when, customer, amount, status, order, plan, next, event, answer, reason, evidence, payment } = columns
  return {
    title,
    body: html`<section class="office">
      <h1>${title}</h1>
      <p class="quiet">${text}</p>
      ${timePanel(visit, time)}
      ${table(visit, visit.words.orders.deliveries, deliveries, [when, event, status, answer], noDeliveries, deliveryCells)}
      ${table(visit, visit.words.orders.payments, payments, [when, customer, amount, status, order], noPayments, paymentCells)}
      ${table(visit, visit.words.orders.disputes, disputes, [when, amount, reason, status, evidence, payment], noDisputes, disputeCells)}
      ${table(visit, visit.words.orders.subscriptions, subscriptions, [when, plan, status, next], noSubscriptions, subscriptionCells)}
    </section>`,
  }
}

/** What the back office lists beside payments. */
interface OfficeLists {
  readonly subscriptions: List<Subscription>
  readonly disputes: List<Dispute>
  readonly deliveries: List<WebhookDelivery>
}

/** One resource, exactly as the interface answers it. */
export const resourcePage = (
  { words }: Visit,
  path: string,
  resource: Payment | Subscription,
  billingUrl: string,
): Page => ({
  title: resource.id,
  body: html`<section class="office">
    <p><a href="/orders">${words.orders.title}</a></p>
    <h1 class="identifier"><bdi>${resource.id}</bdi></h1>
    ${'subscription' in resource && resource.subscription !== null && linkTo('subscriptions', resource.subscription.id)}
    <p class="quiet">${words.orders.asAnswered}</p>
    <pre class="code" dir="ltr" tabindex="0">curl -H "Authorization: Bearer $BILLING_API_KEY" ${billingUrl}${path}</pre>
    <pre class="code" dir="ltr" tabindex="0">${JSON.stringify(resource, null, 2)}</pre>
  </section>`,
})

const table = <Row>(
  visit: Visit,
  title: string,
  { data, meta }: List<Row>,
  columns: readonly string[],
  nothing: string,
  cells: (visit: Visit, row: Row) => Html,
): Html => {
  if (data.length === 0)
    return html`<h2>${title}</h2>
      <p class="quiet">${nothing}</p>`
  return html`<h2>${title} <small>${visit.words.orders.latest(data.length, meta.total)}</small></h2>
    <div class="scroll" role="region" aria-label="${title}" tabindex="0">
      <table>
        <thead>
          <tr>
            ${columns.map((column) => html`<th scope="col">${column}</th>`)}
            <th scope="col">ID</th>
          </tr>
        </thead>
        <tbody>
          ${data.map(
            (row) =>
              html`<tr>
                ${cells(visit, row)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`
}

const paymentCells = ({ words, language }: Visit, payment: Payment): Html => {
  const order = payment.metadata['order']
  const { refunded_amount: returned, currency_code: currency } = payment
  return html`<td>${formatMoment(payment.created_at, language)}</td>
    <td><bdi>${payment.customer.email}</bdi></td>
    <td class="number"><bdi>${formatMoney(payment.amount, payment.currency_code, language)}</bdi></td>
    <td>
      <span class="status ${payment.payment_status}">${payment.payment_status}</span>
      ${returned > 0 && html`<small>${words.orders.returned(formatMoney(returned, currency, language))}</small>`}
    </td>
    <td><bdi>${typeof order === 'string' ? order : ''}</bdi></td>
    <td>${linkTo('payments', payment.id)}</td>`
}

const disputeCells = ({ words, language }: Visit, dispute: Dispute): Html =>
  html`<td>${formatMoment(dispute.created_at, language)}</td>
    <td class="number"><bdi>${formatMoney(dispute.amount, dispute.currency, language)}</bdi></td>
    <td>${words.orders.disputeReasons[dispute.reason]}</td>
    <td><span class="status ${dispute.status}">${words.orders.disputeStatuses[dispute.status]}</span></td>
    <td>${dispute.evidence_due_at === null ? '–' : formatDay(dispute.evidence_due_at, language)}</td>
    <td>${linkTo('payments', dispute.payment_id)}</td>
    <td>
      <span class="identifier" title="${dispute.id}"><bdi>${shorten(dispute.id)}</bdi></span>
    </td>`

const subscriptionCells = ({ words, language }: Visit, subscription: Subscription): Html =>
  html`<td>${formatMoment(subscription.created_at, language)}</td>
    <td>${subscription.plan.name}</td>
    <td><span class="status ${subscription.status}">${words.statuses[subscription.status]}</span></td>
    <td>${subscription.next_billing_date === null ? '–' : formatDay(subscription.next_billing_date, language)}</td>
    <td>${linkTo('subscriptions', subscription.id)}</td>`

const deliveryCells = ({ words, language }: Visit, delivery: WebhookDelivery): Html => {
  const last = delivery.attempts.at(-1)
  return html`<td>${formatMoment(delivery.created_at, language)}</td>
    <td><bdi>${delivery.event_type}</bdi></td>
    <td><span class="status ${delivery.status}">${words.orders.deliveryStatuses[delivery.status]}</span></td>
    <td><bdi>${last === undefined ? '–' : (last.error ?? last.response_status)}</bdi></td>
    <td>
      <span class="identifier" title="${delivery.event_id}"><bdi>${shorten(delivery.event_id)}</bdi></span>
    </td>`
}

const linkTo = (kind: 'payments' | 'subscriptions', id: string): Html =>
  html`<a class="identifier" href="/orders/${kind}/${id}" title="${id}"><bdi>${shorten(id)}</bdi></a>`

/** The end of an id tells more than its beginning, which is the time it was made. */
const shorten = (id: string): string => id.replace(/_.*(?=.{8}$)/, '_…')
