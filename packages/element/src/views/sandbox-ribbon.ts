import { html } from 'lit'
import { drawBrandMark, nameOfBrand } from '../card-frame/brand-marks.ts'
import { brandOf } from '../card-frame/brands.ts'
import { formatCardNumber } from '../card-frame/card-number.ts'
import { testCards } from '../card-frame/test-cards.ts'
import type { Texts } from '../messages/texts.ts'
import { ribbonWords } from './ribbon-words.ts'
import type { Drawing } from './view.ts'

/**
 * That no real money moves, with test cards one click away while there is a form (`onChoose` not null): in the checkout's
 * language where it is one of the sandbox's, else in English.
 */
export const drawSandboxRibbon = (onChoose: ((number: string) => void) | null, texts: Texts): Drawing => {
  const [language] = texts.locale.split('-') as [string]
  const own = ribbonWords[language]
  const { mode, note, outcomes } = own ?? ribbonWords.en
  const [lang, dir] = own ? [texts.locale, texts.direction] : ['en', 'ltr']
  return onChoose === null
    ? html`<p class="ribbon" part="test-ribbon" lang=${lang}>
        <span class="pill" dir=${dir}><span class="dot"></span>${mode}</span>
      </p>`
    : html`<details class="ribbon" part="test-ribbon" lang=${lang}>
        <summary class="pill" dir=${dir}><span class="dot"></span>${mode}</summary>
        <div class="test-cards" part="test-cards" dir=${dir}>
          <p>${note}</p>
          ${testCards.map(({ number, outcome }) => {
            const brand = brandOf(number)
            return html`<button class="test-card" part="test-card" type="button" @click=${() => onChoose(number)}>
              <span class="mark">${drawBrandMark(brand)}</span>
              <span class="unseen">${brand === null ? '' : nameOfBrand(brand)}</span>
              <bdi class="test-number">${formatCardNumber(number)}</bdi>
              <span class="test-outcome">${outcomes[outcome]}</span>
            </button>`
          })}
        </div>
      </details>`
}
