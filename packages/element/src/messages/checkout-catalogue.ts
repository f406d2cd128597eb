import type en from './checkout/en.json'
import type later from './later/en.json'
import type { CompiledMessage } from './compiled-message.ts'
import type { Locale } from './locales.ts'

/** The name of one message of the checkout. */
export type MessageKey = keyof typeof en | keyof typeof later

/** All messages of the checkout in one locale. */
export type Catalogue = Readonly<Record<MessageKey, CompiledMessage>>

/** Those of the first paint. A locale that misses one does not compile. */
export type FirstCatalogue = Readonly<Record<keyof typeof en, CompiledMessage>>

/** Those that are said only once something has happened. A locale that misses one does not compile. */
export type LaterCatalogue = Readonly<Record<keyof typeof later, CompiledMessage>>

const catalogues: Readonly<Record<Locale, () => Promise<{ readonly default: FirstCatalogue }>>> = {
  en: () => import('./checkout/en.json', { with: { type: 'json' } }),
  de: () => import('./checkout/de.json', { with: { type: 'json' } }),
  ja: () => import('./checkout/ja.json', { with: { type: 'json' } }),
  ar: () => import('./checkout/ar.json', { with: { type: 'json' } }),
}

/** Loads the messages of the first paint in `locale`: compiled in a build, as ICU text straight from the sources. */
export const loadCatalogue = async (locale: Locale): Promise<FirstCatalogue> => (await catalogues[locale]()).default

/** What can be said before any catalogue has loaded, or when none can be. */
export const lastResort: Partial<Catalogue> = {
  'unavailable.title': 'The checkout could not be loaded',
  'unavailable.body': 'Please check your connection and try again. Nothing was charged.',
  'unavailable.action': 'Try again',
}
