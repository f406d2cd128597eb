import type { Customer, List, Payment, Subscription } from '@billing-checkout/client'
import { formatDay, formatMoment, formatMoney } from '../format.ts'
import { type Html, html } from '../html.ts'
import { addressOfPage, type OfficeList, type OfficeView } from '../office-view.ts'
import type { Visit } from '../visit.ts'

/** A list of the back office, as a table. */
export interface OfficeTable<Row> {
  readonly id: OfficeList
  readonly title: string
  readonly list: List<Row>
  readonly columns: readonly string[]
  /** The sentence for an empty list. */
  readonly nothing: string
  readonly cells: (visit: Visit, row: Row) => readonly (Html | string)[]
  /** The back office's state, for links to other pages of the list; null if the table has no such links. */
  readonly view: OfficeView | null
}

/** A table. On a narrow screen each row becomes a list of column names and cells. */
export const officeTable = <Row>(visit: Visit, table: OfficeTable<Row>): Html => {
  const { id, title, list, columns, nothing, cells } = table
  if (list.data.length === 0)
    return html`<h2 id="${id}">${title}</h2>
      <p class="quiet">${nothing}</p>`
  const { limit, page, total } = list.meta
  const before = (page - 1) * limit
  return html`<h2 id="${id}">
      ${title} <small>${visit.words.orders.shown(before + 1, before + list.data.length, total)}</small>
    </h2>
    <div class="scroll" role="region" aria-label="${title}" tabindex="0">
      <table>
        <thead>
          <tr>
            ${columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${list.data.map((row) => {
            const shown = cells(visit, row)
            return html`<tr>
              ${columns.map((column, index) => html`<td data-column="${column}">${shown[index]}</td>`)}
            </tr>`
          })}
        </tbody>
      </table>
    </div>
    ${pager(visit, table)}`
}

const pager = <Row>({ words }: Visit, { id, title, list: { meta }, view }: OfficeTable<Row>): Html | null => {
  if (view === null || meta.pages < 2) return null
  const { label, newer, older } = words.orders.pages
  const link = (page: number, text: string): Html =>
    html`<a class="button small quiet-button" href="${addressOfPage(view, id, page)}">${text}</a>`
  return html`<nav class="pages" aria-label="${label(title)}">
    ${meta.page > 1 && link(meta.page - 1, newer)} ${meta.page < meta.pages && link(meta.page + 1, older)}
  </nav>`
}

/** Payments, for the office and for one customer. */
export const paymentsTable = (visit: Visit, list: List<Payment>, view: OfficeView | null): Html => {
  const { payments, noPayments, columns } = visit.words.orders
  const { when, customer, amount, status, order } = columns
  return officeTable(visit, {
    id: 'payments',
    title: payments,
    list,
    columns: [when, customer, amount, status, order, 'ID'],
    nothing: nothingIn(visit, view, noPayments),
    cells: paymentCells,
    view,
  })
}

/** Subscriptions, for the office and for one customer. */
export const subscriptionsTable = (visit: Visit, list: List<Subscription>, view: OfficeView | null): Html => {
  const { subscriptions, noSubscriptions, columns } = visit.words.orders
  const { when, customer, plan, status, next } = columns
  return officeTable(visit, {
    id: 'subscriptions',
    title: subscriptions,
    list,
    columns: [when, customer, plan, status, next, 'ID'],
    nothing: nothingIn(visit, view, noSubscriptions),
    cells: subscriptionCells,
    view,
  })
}

/** Customers, the latest first. */
export const customersTable = (visit: Visit, list: List<Customer>, view: OfficeView): Html => {
  const { customers, noCustomers, columns, details } = visit.words.orders
  return officeTable(visit, {
    id: 'customers',
    title: customers,
    list,
    columns: [columns.when, details.name, details.email, 'ID'],
    nothing: nothingIn(visit, view, noCustomers),
    cells: ({ language }, { id, created_at: at, full_name: name, email }) => [
      formatMoment(at, language),
      html`<bdi>${name ?? '–'}</bdi>`,
      html`<bdi>${email ?? '–'}</bdi>`,
      linkTo('customers', id),
    ],
    view,
  })
}

const nothingIn = ({ words }: Visit, view: OfficeView | null, nothing: string): string =>
  view === null || view.search === '' ? nothing : words.orders.search.nothing

const paymentCells = ({ words, language }: Visit, payment: Payment): readonly (Html | string)[] => {
  const order = payment.metadata['order']
  const { refunded_amount: returned, currency_code: currency, customer } = payment
  return [
    formatMoment(payment.created_at, language),
    linkTo('customers', customer.id, customer.email),
    html`<bdi class="number">${formatMoney(payment.amount, currency, language)}</bdi>`,
    html`<span class="status ${payment.payment_status}">${payment.payment_status}</span>
      ${returned > 0 && html`<small>${words.orders.returned(formatMoney(returned, currency, language))}</small>`}`,
    html`<bdi>${typeof order === 'string' ? order : '–'}</bdi>`,
    linkTo('payments', payment.id),
  ]
}

const subscriptionCells = ({ words, language }: Visit, subscription: Subscription): readonly (Html | string)[] => {
  const { customer, plan, status, next_billing_date: next } = subscription
  return [
    formatMoment(subscription.created_at, language),
    linkTo('customers', customer.id, customer.email),
    plan.name,
    html`<span class="status ${status}">${words.statuses[status]}</span>`,
    next === null ? '–' : formatDay(next, language),
    linkTo('subscriptions', subscription.id),
  ]
}

/** A link to a page of the back office, with a name or the end of the id as text. */
export const linkTo = (
  kind: 'customers' | 'payments' | 'subscriptions',
  id: string,
  name: string | null = null,
): Html =>
  name === null
    ? html`<a class="identifier" href="/orders/${kind}/${id}" title="${id}"><bdi>${shorten(id)}</bdi></a>`
    : html`<a href="/orders/${kind}/${id}"><bdi>${name}</bdi></a>`

/** An id without a link, for a resource that has no page in the back office. */
export const identifier = (id: string): Html =>
  html`<span class="identifier" title="${id}"><bdi>${shorten(id)}</bdi></span>`

/** Keeps the end of an id. The beginning is the time of creation, so it is alike in ids that were created at similar times. */
const shorten = (id: string): string => id.replace(/_.*(?=.{8}$)/, '_…')
