import { html } from 'lit'
import { drawBrandMark, nameOfBrand } from '../card-frame/brand-marks.ts'
import { brandOf } from '../card-frame/brands.ts'
import { formatCardNumber } from '../card-frame/card-number.ts'
import { testCards } from '../card-frame/test-cards.ts'
import type { Texts } from '../messages/texts.ts'
import type { Drawing } from './view.ts'

/** That no real money moves, with test cards one click away while there is a form (`onChoose` not null). */
export const drawSandboxRibbon = (texts: Texts, onChoose: ((number: string) => void) | null): Drawing =>
  onChoose === null
    ? html`<p class="ribbon" part="test-ribbon">
        <span class="pill"><span class="dot"></span>${texts.say('test.ribbon')}</span>
      </p>`
    : html`<details class="ribbon" part="test-ribbon">
        <summary class="pill"><span class="dot"></span>${texts.say('test.ribbon')}</summary>
        <div class="test-cards" part="test-cards">
          <p>${texts.say('test.hint')}</p>
          ${testCards.map(({ number, outcome }) => {
            const brand = brandOf(number)
            return html`<button class="test-card" part="test-card" type="button" @click=${() => onChoose(number)}>
              <span class="mark">${drawBrandMark(brand)}</span>
              <span class="unseen">${brand === null ? '' : nameOfBrand(brand)}</span>
              <span class="test-number" dir="ltr">${formatCardNumber(number)}</span>
              <span class="test-outcome">${texts.say(`test.${outcome}`)}</span>
            </button>`
          })}
        </div>
      </details>`
