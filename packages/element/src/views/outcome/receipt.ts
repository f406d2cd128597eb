import { html, nothing } from 'lit'
import type { Payment, SavedMethod } from '@billing-checkout/contract'
import { renderBrandMark } from '../../card-frame/brands/brand-marks.ts'
import { walletAccountOf, cardBrandOf, methodMessageValues } from '../../methods/method-words.ts'
import type { CheckoutViewInput, Rendering } from '../../drawing/view.ts'

/** The seller, what was sold, the date, the amount, the method, the next payment, and the payment's id, for questions to the seller. */
export const renderReceipt = ({ checkout, texts }: CheckoutViewInput, payment: Payment | null): Rendering => {
  const { merchant, session, subscription, quote_display: display } = checkout
  // Credit may cover the next charges; the next payment is the first charge above 0.
  const next = display?.later_charges?.find(({ amount }) => amount > 0) ?? display?.next_charge
  const method = payment === null ? subscription?.method : methodOf(payment)
  const day = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'long' })
  const rows = renderRows([
    [html`<bdi translate="no">${merchant.name}</bdi>`, payment && day.format(new Date(payment.created_at))],
    [texts.say('paid.plan'), session.plan?.name ?? subscription?.plan_name],
    [texts.say('paid.amount'), payment === null ? null : display?.due_now.formatted_amount],
    [texts.say('method.title'), method && renderUsed(method)],
    [
      html`${texts.say('schedule.next')} <small><bdi translate="no">${next?.date}</bdi></small>`,
      next?.formatted_amount,
    ],
  ])
  return html`${rows}
  ${payment && html`<p class="receipt-number" part="receipt-number" translate="no">${payment.id}</p>`}`
}

/** The method of a pending payment; if the payment is refunded, also its amount. */
export const renderPaymentMethod = ({ checkout, texts }: CheckoutViewInput, payment: Payment): Rendering => {
  const method = methodOf(payment)
  return renderRows([
    [texts.say('unwanted.amount'), checkout.unwanted_payment?.formatted_amount],
    [texts.say('method.title'), method && renderUsed(method)],
  ])
}

const renderRows = (rows: readonly (readonly [label: unknown, value: unknown])[]): Rendering =>
  html`<dl class="receipt" part="receipt">
    ${rows.map(([label, value]) =>
      value
        ? html`<div class="line">
            <dt>${label}</dt>
            <dd><bdi translate="no">${value}</bdi></dd>
          </div>`
        : nothing,
    )}
  </dl>`

type UsedMethod = Pick<SavedMethod, 'type' | 'brand' | 'last4' | 'label'>

/** A payment's method in the form of a stored method: a card, or an account with the text by which its holder recognizes it. */
const methodOf = ({ payment_method: method }: Payment): UsedMethod | null => {
  if (method === null) return null
  const { type, details } = method
  if ('last4' in details) return { type, brand: details.bin_data.brand, last4: details.last4, label: null }
  const label = 'payer_info' in details ? details.payer_info.email : Object.values(details)[0]
  return { type, brand: null, last4: null, label: label ?? '' }
}

const renderUsed = (method: UsedMethod): string | Rendering =>
  walletAccountOf(method) ??
  html`<span class="mark">${renderBrandMark(cardBrandOf(method))}</span
    ><span class="unseen">${methodMessageValues(method).brand}</span> <span dir="ltr">•••• ${method.last4}</span>`
