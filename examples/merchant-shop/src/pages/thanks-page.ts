import { formatDay, formatMoney } from '../format.ts'
import { type Html, html } from '../html.ts'
import type { Messages } from '../languages/languages.ts'
import type { Order } from '../order-book.ts'
import type { Page } from './page.ts'
import type { Visit } from '../visit.ts'

/** The page after the checkout: the order's state in the order book. */
export const thanksPage = (visit: Visit, order: Order, planName: string): Page => {
  const { words } = visit
  const isPaid = order.packedAt !== null
  const title = isPaid ? words.thanks.titlePaid : words.thanks.titleWaiting
  return {
    title,
    body: html`<section class="thanks"${!isPaid && html` data-waits-for="/order/${order.id}/state"`}>
${kettle(isPaid)}
<h1>${title}</h1>
<p class="lead" role="status">${isPaid ? outcomeOf(words, order, planName) : words.thanks.waiting}</p>
<ol class="progress">
<li class="done">${words.thanks.steps.opened}</li>
<li${isPaid && html` class="done"`}>${words.thanks.steps.paid}</li>
<li${isPaid && html` class="done"`}>${words.thanks.steps.packed}</li>
</ol>
${facts(visit, order)}
<p class="quiet">${words.thanks.source}</p>
<p><a class="button quiet-button" href="/#teas">${words.thanks.home}</a></p>
</section>`,
  }
}

/** The state of an order in words. It may still change after the shopper has returned from the checkout. */
const outcomeOf = (words: Messages, { payment, subscription }: Order, planName: string): string => {
  if (payment?.payment_status === 'FAILED' || payment?.payment_status === 'CANCELLED') return words.thanks.failed
  if (subscription === null) return words.thanks.once(planName)
  return subscription.status === 'trial' ? words.thanks.trial(planName) : words.thanks.paid(planName)
}

const facts = ({ words, language }: Visit, { id, payment, subscription }: Order): Html => {
  const rows: readonly (readonly [string, string])[] = [
    [words.thanks.order, id],
    ...(payment?.amount
      ? [[words.thanks.total, formatMoney(payment.amount, payment.currency_code, language)] as const]
      : []),
    ...(subscription?.next_billing_date
      ? [[words.thanks.next, formatDay(subscription.next_billing_date, language)] as const]
      : []),
  ]
  const refunded = payment !== null && payment.refunded_amount > 0
  return html`<dl class="facts">
      ${rows.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd><bdi>${value}</bdi></dd>
          </div>`,
      )}
    </dl>
    ${refunded && html`<p>${words.thanks.refunded(formatMoney(payment.refunded_amount, payment.currency_code, language))}</p>`}`
}

const kettle = (isPaid: boolean): Html =>
  html`<svg class="kettle ${isPaid ? 'boils' : 'waits'}" viewBox="0 0 120 120" aria-hidden="true">
    <g class="steam"><path d="M44 34c-8-9 8-14 0-24M62 34c-8-9 8-14 0-24M80 34c-8-9 8-14 0-24" /></g>
    <path class="kettle-body" d="M30 60h60v18a30 30 0 0 1-60 0z" />
    <path class="kettle-line" d="M90 66h7a11 11 0 0 1 0 22H87M30 72 14 56M42 60a18 18 0 0 1 36 0M26 112h68" />
  </svg>`
