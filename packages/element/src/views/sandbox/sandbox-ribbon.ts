import { html, type LitElement } from 'lit'
import { renderBrandMark, nameOfBrand } from '../../card-frame/brands/brand-marks.ts'
import type { Texts } from '../../messages/texts.ts'
import type * as RibbonCards from './ribbon-cards.ts'
import type { OnCardChosen } from './render-test-cards.ts'
import { ribbonNotes } from './ribbon-notes.ts'
import type { Rendering } from '../../drawing/view.ts'

/**
 * Says in the checkout's language that no real money moves. If there is a form (`onChoose` is not null), the ribbon opens a list of test
 * cards, in the same language if the list is translated, else in English.
 */
export const renderSandboxRibbon = (onChoose: OnCardChosen | null, texts: Texts): Rendering => {
  const [language] = texts.locale.split('-') as [string]
  const note = ribbonNotes[language]
  const [lang, dir] = note ? [texts.locale, texts.direction] : ['en', 'ltr']
  const words = html`<span class="dot"></span><span>${texts.say('mode.test')}</span>`
  return onChoose === null
    ? html`<p class="ribbon" part="test-ribbon"><span class="pill">${words}</span></p>`
    : html`<details class="ribbon" part="test-ribbon" @toggle=${(event: Event) => loadCards(event, onChoose)}>
        <summary class="pill">${words}</summary>
        <div class="test-cards" part="test-cards" lang=${lang} dir=${dir}>
          <p>${note ?? ribbonNotes.en}</p>
          ${cards && opened.has(onChoose) ? cards.renderTestCards(marks, onChoose, language) : null}
        </div>
      </details>`
}

/** The functions for brands, which this chunk already contains for saved cards. */
const marks = { renderBrandMark, nameOfBrand }
/** The chunk with the test cards, once a ribbon has been opened. */
let cards: typeof RibbonCards | null = null
/** The opened ribbons, identified by their callback. Their shadow roots already have the list's styles. */
const opened = new WeakSet<OnCardChosen>()

const loadCards = async ({ currentTarget }: Event, onChoose: OnCardChosen): Promise<void> => {
  const ribbon = currentTarget as HTMLDetailsElement
  if (!ribbon.open) return
  try {
    cards ??= await import('./ribbon-cards.ts')
  } catch {
    // Ignore the failure: if the ribbon is opened again, the chunk is requested again.
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
