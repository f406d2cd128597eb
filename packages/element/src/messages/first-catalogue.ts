import type { Locale } from '@billing-checkout/domain/locales'
import type { FirstCatalogue } from './checkout-catalogue.ts'

/**
 * Loads the messages of the first paint in `locale`. In a build they are compiled; from the sources they are ICU text.
 * The build inserts the path of its own files (compile-messages.ts), because a table of fifty hashed names would be
 * half as large as a locale.
 */
export const loadCatalogue = async (locale: Locale): Promise<FirstCatalogue> =>
  (await import(`./checkout/${locale}.json`, { with: { type: 'json' } })).default as FirstCatalogue
