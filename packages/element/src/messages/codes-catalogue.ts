import type { Locale } from '@billing-checkout/domain/locales'
import type { CodesCatalogue } from './checkout-catalogue.ts'

/** Loads the messages of the code field in `locale`. */
export const loadCodesCatalogue = async (locale: Locale): Promise<CodesCatalogue> =>
  (await import(`./codes/${locale}.json`, { with: { type: 'json' } })).default as CodesCatalogue
