import { type Catalogue, lastResort } from './checkout-catalogue.ts'
import { type Locale, localeFor } from './locales.ts'
import { type Texts, textsOf } from './texts.ts'

/** Speaks the locale it was last told to, as soon as its messages are there. */
export class Speaker {
  texts: Texts = textsOf(lastResort, '')
  /** BCP 47 tag of what is wanted; `texts.locale` is the same once it has come. */
  locale = ''
  readonly #load: (locale: Locale) => Promise<Partial<Catalogue>>
  readonly #onChange: () => void

  constructor(load: (locale: Locale) => Promise<Partial<Catalogue>>, onChange: () => void) {
    this.#load = load
    this.#onChange = onChange
  }

  /** Changes to another locale; keeps the former texts until its own have loaded. */
  follow(locale: string): void {
    if (locale === this.locale) return
    this.locale = locale
    void Promise.all([this.#load(localeFor(locale)), import('./message-formatter.ts')])
      .then(
        ([catalogue, { formatterIn }]) => textsOf(catalogue, locale, formatterIn(locale)),
        () => textsOf(lastResort, locale),
      )
      .then((texts) => {
        if (locale !== this.locale) return
        this.texts = texts
        this.#onChange()
      })
  }
}

/** The languages to speak unless the session says otherwise: of the page around `element`, then of the browser. */
export const languagesAround = (element: Element): readonly string[] => {
  const pageLanguage = element.closest('[lang]')?.getAttribute('lang')
  return [...(pageLanguage ? [pageLanguage] : []), ...navigator.languages]
}
