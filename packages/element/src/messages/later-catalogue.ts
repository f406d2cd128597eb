import type { LaterCatalogue } from './checkout-catalogue.ts'
import type { Locale } from '@billing-checkout/domain/locales'

/** Loads the messages in `locale` that are not needed before the shopper's click. */
export const loadLaterCatalogue = async (locale: Locale): Promise<LaterCatalogue> =>
  (await import(`./later/${locale}.json`, { with: { type: 'json' } })).default as LaterCatalogue
