import type { Locale } from '@billing-checkout/domain/locales'
import type { FirstCatalogue } from './checkout-catalogue.ts'

/**
 * Loads the messages of the first paint in `locale`: compiled in a build, as ICU text straight from the sources. The
 * build puts the path of its own files here (compile-messages.ts): a table of fifty names with hashes would be half a locale.
 */
export const loadCatalogue = async (locale: Locale): Promise<FirstCatalogue> =>
  (await import(`./checkout/${locale}.json`, { with: { type: 'json' } })).default as FirstCatalogue
