import { html, nothing } from 'lit'
import { consentBoxMessage } from '../../checkout/order/consent-box-message.ts'
import type { Texts } from '../../messages/texts.ts'
import type { CheckoutViewInput, Rendering } from '../../drawing/view.ts'

/** The input of the consent checkbox. */
export interface ConsentModel {
  readonly texts: Texts
  readonly view: CheckoutViewInput | null
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
      /><span>${view === null ? nothing : texts.say(consentBoxMessage(view.checkout))}</span></label
    >
    <p class="fault" id="consent-missing">${consent.isMissing ? texts.say('consent.missing') : nothing}</p>
  </div>`
