import { html, nothing, type TemplateResult } from 'lit'
import { renderBrandMark } from '../card-frame/brands/brand-marks.ts'
import { laterChargesOf } from '../checkout/order/offer.ts'
import type { CheckoutViewInput, Rendering } from '../drawing/view.ts'
import { renderSavedName } from './method-list.ts'
import { cardBrandOf } from './method-words.ts'

/**
 * If the shopper cannot choose a method, states which method will be charged, how much and when. If a trial begins without a method, states
 * the date by which the shopper must add one.
 */
export const renderCurrentMethod = ({ checkout, texts }: CheckoutViewInput): Rendering => {
  const method = checkout.subscription?.method
  const next = laterChargesOf(checkout).find(({ amount }) => amount !== 0)
  if (!method)
    return next && checkout.purpose === 'subscribe'
      ? html`<p class="disclosure" part="method-needed">
          ${texts.pieces('method.needed', { date: untranslated(next.date), amount: untranslated(next.formatted_amount) })}
        </p>`
      : nothing
  return html`<section class="method-area" part="method-area" aria-labelledby="method-title">
    <h3 class="section-title" part="section-title" id="method-title">${texts.say('method.title')}</h3>
    <div class="methods" part="methods">
      <p class="method current" part="method">
        <span class="mark">${renderBrandMark(cardBrandOf(method))}</span>
        <span class="method-words">${renderSavedName(method, texts)}</span>
      </p>
      ${
        next
          ? html`<p class="method current">
              <span class="method-words">
                <span class="method-name"
                  >${texts.say('schedule.next')} <small><bdi translate="no">${next.date}</bdi></small></span
                >
                <bdi translate="no">${next.formatted_amount}</bdi>
              </span>
            </p>`
          : nothing
      }
    </div>
  </section>`
}

/** Marks an amount or a date, which translators must not change. */
const untranslated = (text: string): TemplateResult => html`<bdi translate="no">${text}</bdi>`
