import type en from './checkout/en.json'
import type later from './later/en.json'
import type { CompiledMessage } from './compiled-message.ts'
import type { Locale } from './locales.ts'

/** The name of one message of the checkout. */
export type MessageKey = keyof typeof en | keyof typeof later

/** All messages of the checkout in one locale. A test holds every locale to the English keys. */
export type Catalogue = Readonly<Record<MessageKey, CompiledMessage>>

/** Those of the first paint. */
export type FirstCatalogue = Readonly<Record<keyof typeof en, CompiledMessage>>

/** Those that are said only once something has happened. */
export type LaterCatalogue = Readonly<Record<keyof typeof later, CompiledMessage>>

/**
 * Loads the messages of the first paint in `locale`: compiled in a build, as ICU text straight from the sources. The
 * build puts the path of its own files here (load-messages.ts): a table of fifty names with hashes would be half a locale.
 */
export const loadCatalogue = async (locale: Locale): Promise<FirstCatalogue> =>
  (await import(`./checkout/${locale}.json`, { with: { type: 'json' } })).default as FirstCatalogue

/** What can be said before any catalogue has loaded, or when none can be. */
export const lastResort: Partial<Catalogue> = {
  'unavailable.title': 'The checkout could not be loaded',
  'unavailable.body': 'Please check your connection and try again. Nothing was charged.',
  'unavailable.action': 'Try again',
}
