import type { LaterCatalogue } from './checkout-catalogue.ts'
import type { Locale } from '@billing-checkout/domain/locales'

/** Loads, in `locale`, what is said only once something has happened. */
export const loadLaterCatalogue = async (locale: Locale): Promise<LaterCatalogue> =>
  (await import(`./later/${locale}.json`, { with: { type: 'json' } })).default as LaterCatalogue
