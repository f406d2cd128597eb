import { englishCardCatalogue, loadCardCatalogue } from '../messages/card-catalogue.ts'
import { directionOf, type Locale } from '@billing-checkout/domain/locales'
import { acceptParentConnection } from './link/accept-parent-connection.ts'
import { CardForm } from './card-form.ts'
import { readFrameConfig, wallClockOf } from './frame-config.ts'
import type { MessageToElement, MessageToFrame } from './link/protocol.ts'
import { tellHeight } from './link/tell-height.ts'
import { awaitWithin } from './await-within.ts'
import { mountForm } from './mount-form.ts'
import { cardFrameStyles } from './styles.ts'
import { applyTheme } from './theme.ts'

const config = readFrameConfig(document)
const wallClock = wallClockOf(config)
const root = document.documentElement
/** How long, in milliseconds, a shopper who pressed the button waits for the encryption code to load. */
const loadMs = 15_000
// Loaded later, because encryption is two thirds of the script, and shoppers touch a field before they pay.
const loadSeal = () => awaitWithin(import('./seal-card.ts'), loadMs)

let tell: (message: MessageToElement) => void = () => {}
let locale = ''
/** Whether the form has its texts, and whether the loading of the brand logos has started. */
let [hasTexts, hasAskedMarks] = [false, false]
/** Whether encrypting a card has failed before. */
let hasFailed = false

const form = new CardForm(englishCardCatalogue, thisMonth, ({ brand, complete, empty }) =>
  tell({ type: 'changed', brand, complete, empty }),
)

mountForm(form.root, englishCardCatalogue.title, cardFrameStyles)
root.addEventListener('focusin', () => {
  // A failure is ignored here, because pressing the button loads the code again and reports a failure.
  loadSeal().catch(() => {})
  tell({ type: 'focused' })
})
root.addEventListener('focusout', ({ relatedTarget }) => relatedTarget ?? tell({ type: 'blurred' }))
form.root.addEventListener('keydown', ({ key, isComposing, shiftKey, target }) => {
  if (key === 'Tab' && shiftKey && (target as Element).id === 'number') tell({ type: 'leaving' })
  if (key === 'Enter' && !isComposing) tell({ type: 'submitted' })
})
form.root.addEventListener('submit', (event) => event.preventDefault())
acceptParentConnection({ origins: config.parent_origins, onConnect, onMessage })

function onConnect(tellParent: typeof tell): void {
  tell = tellParent
  // Sent at once, so that the element knows that the frame answers. The height alone would not tell it, because a form without a layout
  // sends none.
  tell({ type: 'changed', ...form.state })
  tellHeight(tell)
}

function onMessage(message: MessageToFrame): void {
  switch (message.type) {
    case 'configure':
      applyTheme(root, message.scheme, message.tokens)
      if (message.locale !== locale) void speak(message.locale)
      return
    case 'disable':
      form.disabled = message.disabled
      // The element sends this message after each rendering, so the form is visible now.
      if (hasTexts && !hasAskedMarks) showMarks()
      return
    case 'fill':
      return void fill(message.number)
    case 'focus':
      return form.focus()
    case 'mark':
    case 'reject':
      return form.reject(message.field, message.type === 'reject')
    case 'seal':
      return void seal(message.request)
  }
}

/** Switches to the locale that the element has chosen. If the locale's texts do not load, uses English. */
async function speak(tag: string): Promise<void> {
  locale = tag
  const texts = await loadCardCatalogue(tag as Locale).catch(() => englishCardCatalogue)
  // Ignore these texts if the element has set another language in the meantime.
  if (tag !== locale) return
  root.lang = texts === englishCardCatalogue ? 'en' : tag
  root.dir = directionOf(root.lang)
  document.title = texts.title
  form.speak(texts)
  hasTexts = true
  tell({ type: 'ready' })
}

/** Loads the brand logos, after everything that a shopper waits for. */
function showMarks(): void {
  hasAskedMarks = true
  void form.showMarks()
}

/** Fills in a published test card, and only in a sandbox. The list of test cards loads with the first request. */
async function fill(number: string): Promise<void> {
  if (config.mode !== 'sandbox') return
  const { textsOfTestCard } = await import('./test-cards/test-cards.ts')
  form.write(textsOfTestCard(number, thisMonth().year) ?? {})
}

async function seal(request: number): Promise<void> {
  const card = form.read()
  if (card === null) return tell({ type: 'invalid', request })
  try {
    const { sealCard } = await loadSeal()
    const encrypted = await sealCard(card, config, wallClock())
    tell({ type: 'sealed', request, encrypted, brand: form.state.brand, last4: card.number.slice(-4) })
  } catch (error) {
    console.error(error)
    tell({ type: 'failed', request })
    // Some browsers never request a script again after it failed to load, except in a new document.
    if (hasFailed) location.reload()
    hasFailed = true
  }
}

function thisMonth(): { year: number; month: number } {
  const now = new Date(wallClock())
  return { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 }
}
