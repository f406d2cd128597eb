import { type Catalogue, lastResort } from './checkout-catalogue.ts'
import { languageTag, type Locale, localeFor } from '@billing-checkout/domain/locales'
import { formatterIn } from './message-formatter.ts'
import { type Texts, textsOf } from './texts.ts'

/** Loads some of the messages in a locale. */
export type LoadWords = (locale: Locale) => Promise<Partial<Catalogue>>

const retryMs = 3000

/** Speaks the locale it was last told to, as soon as its messages are there. */
export class Localizer {
  texts: Texts = textsOf(lastResort, '')
  /** BCP 47 tag of what is wanted; `texts.locale` is the same once it has come. */
  locale = ''
  /** The catalogue that is wanted; nothing until it is known which. */
  catalogue: Locale | '' = ''
  readonly #loads: LoadWords[]
  readonly #onChange: () => void

  constructor(load: LoadWords, onChange: () => void) {
    this.#loads = [load]
    this.#onChange = onChange
  }

  /** Changes to another locale; keeps the former texts until its own have loaded. */
  follow(locale: string): void {
    if (locale === this.locale) return
    this.locale = locale
    this.catalogue = localeFor(locale)
    void this.#insist(locale)
  }

  /** Knows more words from now on, in this locale and in later ones. Rejects, and forgets them, when they do not come. */
  async learn(load: LoadWords): Promise<void> {
    this.#loads.push(load)
    try {
      await this.#speak()
    } catch (error) {
      this.#loads.pop()
      throw error
    }
  }

  /** A network that was gone for a moment must not leave a checkout without words. */
  async #insist(locale: string): Promise<void> {
    while (locale === this.locale)
      try {
        return await this.#speak()
      } catch {
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
  }

  async #speak(): Promise<void> {
    const { locale, catalogue } = this
    const catalogues = await Promise.all(this.#loads.map((load) => load(catalogue || 'en')))
    const words: Partial<Catalogue> = Object.assign({}, ...catalogues)
    if (locale !== this.locale) return
    this.texts = textsOf(words, locale, formatterIn(locale))
    this.#onChange()
  }
}

/** As long as a header may be that needs no preflight. */
const headerLengthMax = 128

/** Each `lang` around `element`, the nearest first, also beyond the shadow roots that it is in. */
export const languagesWrittenAround = (element: Element): readonly string[] => {
  const around = element.closest('[lang]')
  const outer = around?.parentElement ?? (element.getRootNode() as ShadowRoot).host
  return [around?.getAttribute('lang') ?? '', ...(outer ? languagesWrittenAround(outer) : [])]
}

/**
 * The languages to speak unless the session says otherwise, as canonical tags: of the page around `element`, then of the browser. Together
 * they fit into a header.
 */
export const languagesAround = (element: Element): readonly string[] => {
  const written = [...languagesWrittenAround(element), ...(navigator.languages ?? [])]
  const tags = [...new Set(written.map(languageTag))].filter((tag) => tag !== null)
  return tags.filter((_, place) => `${tags.slice(0, place + 1)}`.length <= headerLengthMax)
}
