import type { Locale } from '@billing-checkout/domain/locales'
import type { FirstCatalogue } from './checkout-catalogue.ts'

/**
 * Loads the messages of the first paint in `locale`. A build ships them compiled; the sources contain ICU text. The build replaces this
 * import by the path of its own files (compile-messages.ts), because a table of fifty hashed file names would be half as large as a locale.
 */
export const loadFirstCatalogue = async (locale: Locale): Promise<FirstCatalogue> =>
  (await import(`./checkout/${locale}.json`, { with: { type: 'json' } })).default as FirstCatalogue
