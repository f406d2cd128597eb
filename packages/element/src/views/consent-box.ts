import { html, nothing } from 'lit'
import type { FormModel } from './form.ts'
import type { Drawing } from './view.ts'

/** The box that has to be ticked before paying, where the merchant or the law wants one. */
export const drawConsentBox = ({
  texts,
  consent,
  onConsent,
}: Pick<FormModel, 'texts' | 'consent' | 'onConsent'>): Drawing =>
  html`<div class="consent" part="consent">
    <label
      ><input
        type="checkbox"
        part="consent-box"
        id="consent"
        .checked=${consent.isTicked}
        aria-invalid=${consent.isMissing ? 'true' : 'false'}
        aria-describedby="consent-missing"
        @change=${onConsent}
      /><span>${texts.say('consent.checkbox')}</span></label
    >
    <p class="fault" id="consent-missing">${consent.isMissing ? texts.say('consent.missing') : nothing}</p>
  </div>`
