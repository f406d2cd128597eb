import { html } from 'lit'
import { drawBrandMark, nameOfBrand } from '../card-frame/brand-marks.ts'
import { brandOf } from '../card-frame/brands.ts'
import { formatCardNumber } from '../card-frame/card-number.ts'
import { type TestCardOutcome, testCards } from '../card-frame/test-cards.ts'
import type { Drawing } from './view.ts'

const outcomes: Readonly<Record<TestCardOutcome, string>> = {
  approved: 'Payment succeeds',
  insufficient_funds: 'Not enough funds',
  declined: 'Card declined',
  challenge: 'Confirmation by the bank',
  unknown: 'Answer arrives late',
}

/**
 * That no real money moves, with test cards one click away while there is a form (`onChoose` not null). In English
 * everywhere: it speaks to developers.
 */
export const drawSandboxRibbon = (onChoose: ((number: string) => void) | null): Drawing =>
  onChoose === null
    ? html`<p class="ribbon" part="test-ribbon" lang="en">
        <span class="pill" dir="ltr"><span class="dot"></span>Test mode</span>
      </p>`
    : html`<details class="ribbon" part="test-ribbon" lang="en">
        <summary class="pill" dir="ltr"><span class="dot"></span>Test mode</summary>
        <div class="test-cards" part="test-cards" dir="ltr">
          <p>No real money moves. Choose a card to fill it in.</p>
          ${testCards.map(({ number, outcome }) => {
            const brand = brandOf(number)
            return html`<button class="test-card" part="test-card" type="button" @click=${() => onChoose(number)}>
              <span class="mark">${drawBrandMark(brand)}</span>
              <span class="unseen">${brand === null ? '' : nameOfBrand(brand)}</span>
              <span class="test-number" dir="ltr">${formatCardNumber(number)}</span>
              <span class="test-outcome">${outcomes[outcome]}</span>
            </button>`
          })}
        </div>
      </details>`
