import { html } from 'lit'
import type { CardBrand } from '../../card-frame/brands/card-brands.ts'
import { brandOfNumber } from '../../card-frame/brands/brands.ts'
import { formatCardNumber } from '../../card-frame/fields/card-number.ts'
import { type FrameTestCard, testCardGroups } from '../../card-frame/test-cards/test-cards.ts'
import { type TestCardWords, testCardWords } from './test-card-words.ts'
import type { Rendering } from '../../drawing/view.ts'

/** Receives the number of the chosen card. */
export type OnCardChosen = (number: string) => void

/** Functions that draw and name brands. They are passed in, because the ribbon's chunk already contains them. */
export interface BrandMarks {
  readonly renderBrandMark: (brand: CardBrand | null) => SVGSVGElement
  readonly nameOfBrand: (brand: CardBrand) => string
}

/** The test cards in groups; the most common group comes first and has no heading. */
export const renderTestCards = (marks: BrandMarks, onChoose: OnCardChosen, language: string): readonly unknown[] => {
  const words = testCardWords[language] ?? testCardWords.en
  const { usual, ...others } = testCardGroups
  return [
    usual.map((card) => renderCard(card, words, marks, onChoose)),
    ...Object.entries(others).map(
      ([group, members]) =>
        html`<div class="test-group" role="group" aria-labelledby="test-${group}">
          <p id="test-${group}">${words.headings[group as keyof typeof others]}</p>
          ${members.map((card) => renderCard(card, words, marks, onChoose, group === 'approves'))}
        </div>`,
    ),
  ]
}

/** The button of one test card. If all cards of a group have the same outcome, the button shows the brand instead of the outcome. */
const renderCard = (
  { number, outcome }: FrameTestCard,
  { outcomes }: TestCardWords,
  { renderBrandMark, nameOfBrand }: BrandMarks,
  onChoose: OnCardChosen,
  isByBrand = false,
): Rendering => {
  const brand = brandOfNumber(number)
  const name = brand === null ? '' : nameOfBrand(brand)
  return html`<button
    class="test-card"
    part="test-card"
    type="button"
    @click=${(event: Event) => choose(event, number, onChoose)}
  >
    <span class="mark">${renderBrandMark(brand)}</span>
    ${isByBrand ? null : html`<span class="unseen">${name}</span>`}
    <bdi class="test-number">${formatCardNumber(number)}</bdi>
    <span class="test-outcome">${isByBrand ? name : outcomes[outcome]}</span>
  </button>`
}

/** Closes the list, because it covers the form, and fills in the chosen card. */
const choose = ({ currentTarget }: Event, number: string, onChoose: OnCardChosen): void => {
  const ribbon = (currentTarget as Element).closest('details') as HTMLDetailsElement
  ribbon.open = false
  ribbon.querySelector('summary')?.focus()
  onChoose(number)
}
