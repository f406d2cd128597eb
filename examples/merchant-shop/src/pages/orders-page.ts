import type { Customer, Dispute, List, Payment, Subscription, WebhookDelivery } from '@billing-checkout/client'
import { formatDay, formatMoment, formatMoney } from '../format.ts'
import { type Html, html } from '../html.ts'
import type { OfficeView } from '../office-view.ts'
import type { Page } from './page.ts'
import type { Visit } from '../visit.ts'
import { customersTable, identifier, linkTo, officeTable, paymentsTable, subscriptionsTable } from './office-table.ts'
import { type TimePanel, timePanel } from './time-panel.ts'

/** The lists of the back office. During a search, the lists that cannot be searched are null. */
export interface OfficeLists {
  readonly payments: List<Payment>
  readonly subscriptions: List<Subscription>
  readonly customers: List<Customer>
  readonly disputes: List<Dispute> | null
  readonly deliveries: List<WebhookDelivery> | null
}

/** The page for the shop's staff: a search, the clock, the webhook deliveries to the shop, and the lists of sales. */
export const ordersPage = (visit: Visit, view: OfficeView, lists: OfficeLists, time: TimePanel): Page => {
  const { title, text } = visit.words.orders
  const { payments, subscriptions, customers, disputes, deliveries } = lists
  return {
    title,
    body: html`<section class="office">
      <h1>${title}</h1>
      <p class="quiet">${text}</p>
      ${searchForm(visit, view)} ${view.search === '' && timePanel(visit, time)}
      ${deliveries && deliveriesTable(visit, deliveries, view)} ${paymentsTable(visit, payments, view)}
      ${disputes && disputesTable(visit, disputes, view)} ${subscriptionsTable(visit, subscriptions, view)}
      ${customersTable(visit, customers, view)}
    </section>`,
  }
}

const searchForm = ({ words }: Visit, { search }: OfficeView): Html => {
  const { label, hint, action, clear } = words.orders.search
  return html`<form class="search" role="search" action="/orders">
    <label for="search">${label}</label>
    <input id="search" type="search" name="search" value="${search}" maxlength="200" aria-describedby="search-hint" />
    <button class="button small">${action}</button>
    ${search !== '' && html`<a href="/orders">${clear}</a>`}
    <p class="quiet" id="search-hint">${hint}</p>
  </form>`
}

const disputesTable = (visit: Visit, list: List<Dispute>, view: OfficeView): Html => {
  const { disputes, noDisputes, columns } = visit.words.orders
  const { when, amount, reason, status, evidence, payment } = columns
  return officeTable(visit, {
    id: 'disputes',
    title: disputes,
    list,
    columns: [when, amount, reason, status, evidence, payment, 'ID'],
    nothing: noDisputes,
    cells: ({ words, language }, dispute) => [
      formatMoment(dispute.created_at, language),
      html`<bdi class="number">${formatMoney(dispute.amount, dispute.currency, language)}</bdi>`,
      words.orders.disputeReasons[dispute.reason],
      html`<span class="status ${dispute.status}">${words.orders.disputeStatuses[dispute.status]}</span>`,
      dispute.evidence_due_at === null ? '–' : formatDay(dispute.evidence_due_at, language),
      linkTo('payments', dispute.payment_id),
      identifier(dispute.id),
    ],
    view,
  })
}

const deliveriesTable = (visit: Visit, list: List<WebhookDelivery>, view: OfficeView): Html => {
  const { deliveries, noDeliveries, columns } = visit.words.orders
  const { when, event, status, answer } = columns
  return officeTable(visit, {
    id: 'deliveries',
    title: deliveries,
    list,
    columns: [when, event, status, answer, 'ID'],
    nothing: noDeliveries,
    cells: ({ words, language }, delivery) => {
      const last = delivery.attempts.at(-1)
      return [
        formatMoment(delivery.created_at, language),
        html`<bdi>${delivery.event_type}</bdi>`,
        html`<span class="status ${delivery.status}">${words.orders.deliveryStatuses[delivery.status]}</span>`,
        html`<bdi>${last === undefined ? '–' : (last.error ?? last.response_status)}</bdi>`,
        identifier(delivery.event_id),
      ]
    },
    view,
  })
}
