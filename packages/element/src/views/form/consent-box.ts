import { html, nothing } from 'lit'
import { boxWords } from '../../checkout/order/box-words.ts'
import type { Texts } from '../../messages/texts.ts'
import type { CheckoutView, Rendering } from '../../drawing/view.ts'

/** The input of the consent checkbox. */
export interface ConsentModel {
  readonly texts: Texts
  readonly view: CheckoutView | null
  readonly consent: { readonly isTicked: boolean; readonly isMissing: boolean }
  readonly onConsent: (event: Event) => void
}

/** The checkbox that the shopper must tick before paying, if the merchant or the law requires one. It is never ticked in advance. */
export const renderConsentBox = ({ texts, view, consent, onConsent }: ConsentModel): Rendering =>
  html`<div class="consent" part="consent">
    <label
      ><input
        type="checkbox"
        part="consent-box"
        id="consent"
        .checked=${consent.isTicked}
        aria-invalid=${consent.isMissing}
        aria-describedby="consent-missing"
        @change=${onConsent}
      /><span>${view === null ? nothing : texts.say(boxWords(view.checkout))}</span></label
    >
    <p class="fault" id="consent-missing">${consent.isMissing ? texts.say('consent.missing') : nothing}</p>
  </div>`
