import { html, type LitElement } from 'lit'
import { drawBrandMark, nameOfBrand } from '../card-frame/brand-marks.ts'
import { brandOf } from '../card-frame/brands.ts'
import { formatCardNumber } from '../card-frame/card-number.ts'
import type { FrameTestCard } from '../card-frame/test-cards.ts'
import type { Texts } from '../messages/texts.ts'
import type * as RibbonCards from './ribbon-cards.ts'
import { ribbonWords } from './ribbon-words.ts'
import type { TestCardWords } from './test-card-words.ts'
import type { Drawing } from './view.ts'

type Choose = (number: string) => void

/**
 * That no real money moves, with test cards one click away while there is a form (`onChoose` not null): in the checkout's
 * language where it is one of the sandbox's, else in English.
 */
export const drawSandboxRibbon = (onChoose: Choose | null, texts: Texts): Drawing => {
  const [language] = texts.locale.split('-') as [string]
  const own = ribbonWords[language]
  const { mode, note } = own ?? ribbonWords.en
  const [lang, dir] = own ? [texts.locale, texts.direction] : ['en', 'ltr']
  return onChoose === null
    ? html`<p class="ribbon" part="test-ribbon" lang=${lang}>
        <span class="pill" dir=${dir}><span class="dot"></span>${mode}</span>
      </p>`
    : html`<details
        class="ribbon"
        part="test-ribbon"
        lang=${lang}
        @toggle=${(event: Event) => bringCards(event, onChoose)}
      >
        <summary class="pill" dir=${dir}><span class="dot"></span>${mode}</summary>
        <div class="test-cards" part="test-cards" dir=${dir}>
          <p>${note}</p>
          ${cards && opened.has(onChoose) ? drawCards(cards, onChoose, language) : null}
        </div>
      </details>`
}

/** The cards once somebody has opened a ribbon. */
let cards: typeof RibbonCards | null = null
/** The ribbons that have been opened, by what they choose with: their elements wear the looks of the cards. */
const opened = new WeakSet<Choose>()

const bringCards = async ({ currentTarget }: Event, onChoose: Choose): Promise<void> => {
  const ribbon = currentTarget as HTMLDetailsElement
  if (!ribbon.open) return
  try {
    cards ??= await import('./ribbon-cards.ts')
  } catch {
    // Asked for again when it is next opened.
    return
  }
  const root = ribbon.getRootNode() as ShadowRoot
  if (!opened.has(onChoose)) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(cards.styles)
    root.adoptedStyleSheets.push(sheet)
    opened.add(onChoose)
  }
  ;(root.host as LitElement).requestUpdate()
}

const drawCards = ({ testCardGroups, testCardWords }: typeof RibbonCards, onChoose: Choose, language: string) => {
  const words = testCardWords[language] ?? testCardWords.en
  const { usual, ...others } = testCardGroups
  return [
    usual.map((card) => drawCard(card, words, onChoose)),
    ...Object.entries(others).map(
      ([group, members]) =>
        html`<div class="test-group" role="group" aria-labelledby="test-${group}">
          <p id="test-${group}">${words.headings[group as keyof typeof others]}</p>
          ${members.map((card) => drawCard(card, words, onChoose, group === 'approves'))}
        </div>`,
    ),
  ]
}

/** Where all cards do the same, it is the brand that is chosen. */
const drawCard = (
  { number, outcome }: FrameTestCard,
  { outcomes }: TestCardWords,
  onChoose: Choose,
  isByBrand = false,
): Drawing => {
  const brand = brandOf(number)
  const name = brand === null ? '' : nameOfBrand(brand)
  return html`<button class="test-card" part="test-card" type="button" @click=${() => onChoose(number)}>
    <span class="mark">${drawBrandMark(brand)}</span>
    ${isByBrand ? null : html`<span class="unseen">${name}</span>`}
    <bdi class="test-number">${formatCardNumber(number)}</bdi>
    <span class="test-outcome">${isByBrand ? name : outcomes[outcome]}</span>
  </button>`
}
