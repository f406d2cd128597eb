import { type Catalogue, fallbackMessages } from './checkout-catalogue.ts'
import { languageTag, type Locale, localeFor } from '@billing-checkout/domain/locales'
import { createMessageFormatter } from './message-formatter.ts'
import { type Texts, textsOf } from './texts.ts'

/** Loads some of the messages in a locale. */
export type LoadMessages = (locale: Locale) => Promise<Partial<Catalogue>>

const retryMs = 3000

/** Provides the texts in the requested locale, as soon as its messages have loaded. */
export class Localizer {
  texts: Texts = textsOf(fallbackMessages, '')
  /** The requested locale as BCP 47 tag; `texts.locale` becomes the same once its messages have loaded. */
  locale = ''
  /** The catalogue used for the requested locale; empty before the first request. */
  catalogue: Locale | '' = ''
  readonly #loads: LoadMessages[]
  readonly #onChange: () => void

  constructor(load: LoadMessages, onChange: () => void) {
    this.#loads = [load]
    this.#onChange = onChange
  }

  /** Requests another locale. The present texts stay until the new messages have loaded. */
  setLocale(locale: string): void {
    if (locale === this.locale) return
    this.locale = locale
    this.catalogue = localeFor(locale)
    void this.#loadWithRetries(locale)
  }

  /** Adds another set of messages, in the present locale and later ones. Rejects if the set does not load, and then does not add it. */
  async add(load: LoadMessages): Promise<void> {
    this.#loads.push(load)
    try {
      await this.#speak()
    } catch (error) {
      this.#loads.pop()
      throw error
    }
  }

  /** Retries until the messages have loaded, because a short network failure must not leave a checkout without texts. */
  async #loadWithRetries(locale: string): Promise<void> {
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
    this.texts = textsOf(words, locale, createMessageFormatter(locale))
    this.#onChange()
  }
}

/** The longest `Accept-Language` header that a browser sends without a CORS preflight. */
const headerLengthMax = 128

/** The value of each `lang` attribute around `element`, the nearest first, across shadow roots. */
export const langAttributesAround = (element: Element): readonly string[] => {
  const around = element.closest('[lang]')
  const outer = around?.parentElement ?? (element.getRootNode() as ShadowRoot).host
  return [around?.getAttribute('lang') ?? '', ...(outer ? langAttributesAround(outer) : [])]
}

/**
 * The languages to use if the session has none, as canonical tags: the languages of the page around `element`, then the browser's. The list
 * is cut so that it fits into a header.
 */
export const preferredLanguages = (element: Element): readonly string[] => {
  const written = [...langAttributesAround(element), ...(navigator.languages ?? [])]
  const tags = [...new Set(written.map(languageTag))].filter((tag) => tag !== null)
  return tags.filter((_, place) => `${tags.slice(0, place + 1)}`.length <= headerLengthMax)
}
