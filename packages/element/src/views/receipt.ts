import { html, nothing } from 'lit'
import type { Payment, QuoteDisplay } from '@billing-checkout/contract'
import { drawBrandMark } from '../card-frame/brand-marks.ts'
import { brandIn, wordsOf } from './methods.ts'
import type { Drawing, View } from './view.ts'

type NextCharge = NonNullable<QuoteDisplay['next_charge']>

/** What was paid for, how much, with which card, and when the next payment is. */
export const drawReceipt = ({ checkout, texts }: View, payment: Payment | null): Drawing => {
  const { session, quote_display: display } = checkout
  const method = payment?.payment_method
  const card = method && 'last4' in method.details ? method.details : null
  const rows = [
    [texts.say('paid.plan'), session.plan?.name],
    [texts.say('paid.amount'), payment === null ? null : display?.due_now.formatted_amount],
    [texts.say('method.title'), card === null ? null : drawCard(card.bin_data.brand, card.last4)],
    [texts.say('schedule.next'), display?.next_charge && drawNext(display.next_charge)],
  ] as const
  return html`<dl class="receipt" part="receipt">
    ${rows.map(([label, value]) =>
      value
        ? html`<div class="line">
            <dt>${label}</dt>
            <dd><bdi>${value}</bdi></dd>
          </div>`
        : nothing,
    )}
  </dl>`
}

const drawNext = ({ formatted_amount: amount, date }: NextCharge): Drawing =>
  html`<span>${date} <span aria-hidden="true">·</span></span
    ><bdi>${amount}</bdi>`

const drawCard = (brand: string | null, last4: string): Drawing => {
  const words = wordsOf({ id: '', type: 'CARD', brand, last4, exp_month: null, exp_year: null, label: null })
  return html`<span class="mark">${drawBrandMark(brandIn({ brand }))}</span><span class="unseen">${words.brand}</span>
    <span dir="ltr">•••• ${last4}</span>`
}
