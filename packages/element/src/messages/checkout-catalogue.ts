import type en from './checkout/en.json'
import type { CompiledMessage } from './compiled-message.ts'
import type { Locale } from './locales.ts'

/** The name of one message of the checkout. */
export type MessageKey = keyof typeof en

/** All messages of the checkout in one locale. A locale that misses one does not compile. */
export type Catalogue = Readonly<Record<MessageKey, CompiledMessage>>

const catalogues: Readonly<Record<Locale, () => Promise<{ readonly default: Catalogue }>>> = {
  en: () => import('./checkout/en.json', { with: { type: 'json' } }),
  de: () => import('./checkout/de.json', { with: { type: 'json' } }),
  ja: () => import('./checkout/ja.json', { with: { type: 'json' } }),
  ar: () => import('./checkout/ar.json', { with: { type: 'json' } }),
}

/** Loads the checkout's messages in `locale`: compiled in a build, as ICU text straight from the sources. */
export const loadCatalogue = async (locale: Locale): Promise<Catalogue> => (await catalogues[locale]()).default

/** What can be said before any catalogue has loaded, or when none can be. */
export const lastResort: Partial<Catalogue> = {
  'unavailable.title': 'The checkout could not be loaded',
  'unavailable.body': 'Please check your connection and try again. Nothing was charged.',
  'unavailable.action': 'Try again',
}
