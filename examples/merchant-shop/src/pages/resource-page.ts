import type { Customer, List, Payment, Subscription } from '@billing-checkout/client'
import { formatDay, formatMoment, formatMoney } from '../format.ts'
import { type Html, html } from '../html.ts'
import { paidWith } from '../paid-with.ts'
import type { Visit } from '../visit.ts'
import { linkTo, paymentsTable, subscriptionsTable } from './office-table.ts'
import type { Page } from './page.ts'

/** The state of the refund form: empty at first; after a mistake, the typed values and the error. */
export interface RefundForm {
  /** The idempotency key. If the form is sent twice, the key is the same, so the shop refunds once. */
  readonly key: string
  readonly amount: string
  readonly reason: string
  /** The error, in the visitor's language; null if none. */
  readonly fault: string | null
}

/** One payment, with its customer, its refunds, and a form for another refund. */
export const paymentPage = (visit: Visit, payment: Payment, form: RefundForm, billingUrl: string): Page => {
  const { words, language } = visit
  const { orders } = words
  const { customer, subscription, payment_status: status, currency_code: currency } = payment
  const money = (amount: number) => formatMoney(amount, currency, language)
  const left = payment.amount - payment.refunded_amount
  return resourcePage(
    visit,
    `/payments/${payment.id}`,
    payment,
    billingUrl,
    html`${facts([
      [orders.columns.customer, linkTo('customers', customer.id, customer.email ?? customer.full_name ?? customer.id)],
      [orders.columns.amount, money(payment.amount)],
      [orders.columns.status, html`<span class="status ${status}">${status}</span>`],
      [orders.details.paidWith, paidWith(words, payment.payment_method) ?? '–'],
      ...(subscription === null ? [] : ([[orders.subscriptions, linkTo('subscriptions', subscription.id)]] as const)),
      ...payment.refunds.map(
        ({ amount, created_at: at, status: outcome }) =>
          [
            `${orders.refund.title}, ${formatMoment(at, language)}`,
            `${money(amount)}, ${orders.refund.statuses[outcome]}`,
          ] as const,
      ),
      ...(payment.refunded_amount > 0 ? [[orders.details.left, money(left)] as const] : []),
    ])}
    ${(status === 'SETTLING' || status === 'SETTLED') && left > 0 && refundForm(visit, payment, form, money(left))}`,
  )
}

/** One subscription, with its customer. */
export const subscriptionPage = (visit: Visit, subscription: Subscription, billingUrl: string): Page => {
  const { words, language } = visit
  const { customer, plan, status, next_billing_date: next } = subscription
  const { columns } = words.orders
  return resourcePage(
    visit,
    `/subscriptions/${subscription.id}`,
    subscription,
    billingUrl,
    facts([
      [columns.customer, linkTo('customers', customer.id, customer.email ?? customer.id)],
      [columns.plan, plan.name],
      [columns.status, html`<span class="status ${status}">${words.statuses[status]}</span>`],
      [columns.next, next === null ? '–' : formatDay(next, language)],
    ]),
  )
}

/** One customer, with their subscriptions and latest payments. */
export const customerPage = (visit: Visit, customer: Customer, lists: ListsOfCustomer, billingUrl: string): Page => {
  const { details } = visit.words.orders
  return resourcePage(
    visit,
    `/customers/${customer.id}`,
    customer,
    billingUrl,
    html`${facts([
      [details.name, html`<bdi>${customer.full_name ?? '–'}</bdi>`],
      [details.email, html`<bdi>${customer.email ?? '–'}</bdi>`],
      [details.since, formatDay(customer.created_at, visit.language)],
    ])}
    ${subscriptionsTable(visit, lists.subscriptions, null)} ${paymentsTable(visit, lists.payments, null)}`,
  )
}

interface ListsOfCustomer {
  readonly payments: List<Payment>
  readonly subscriptions: List<Subscription>
}

/** A page of the back office about one resource; at its end is the resource as JSON. */
const resourcePage = (
  { words }: Visit,
  path: string,
  resource: Payment | Subscription | Customer,
  billingUrl: string,
  told: Html,
): Page => ({
  title: resource.id,
  body: html`<section class="office">
    <p><a href="/orders">${words.orders.title}</a></p>
    <h1 class="identifier"><bdi>${resource.id}</bdi></h1>
    ${told}
    <h2>JSON</h2>
    <p class="quiet">${words.orders.asAnswered}</p>
    <pre class="code" dir="ltr" tabindex="0">curl -H "Authorization: Bearer $BILLING_API_KEY" ${billingUrl}${path}</pre>
    <pre class="code" dir="ltr" tabindex="0">${JSON.stringify(resource, null, 2)}</pre>
  </section>`,
})

const facts = (rows: readonly (readonly [name: string, value: Html | string])[]): Html =>
  html`<dl class="facts">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`

const refundForm = ({ words }: Visit, payment: Payment, form: RefundForm, left: string): Html => {
  const { title, amount, all, reason, action } = words.orders.refund
  return html`<h2 id="refund">${title}</h2>
    <form class="refund" method="post" action="/orders/payments/${payment.id}/refund">
      <input type="hidden" name="key" value="${form.key}" />
      <label for="amount">${amount(payment.currency_code)}</label>
      <input
        id="amount"
        name="amount"
        inputmode="decimal"
        autocomplete="off"
        value="${form.amount}"
        aria-describedby="amount-hint${form.fault !== null && ' fault'}"
        ${form.fault !== null && html`aria-invalid="true"`}
      />
      <p class="quiet" id="amount-hint">${all(left)}</p>
      ${form.fault !== null && html`<p class="fault" id="fault" role="alert">${form.fault}</p>`}
      <label for="reason">${reason}</label>
      <input id="reason" name="reason" maxlength="500" autocomplete="off" value="${form.reason}" />
      <button class="button small">${action}</button>
    </form>`
}
