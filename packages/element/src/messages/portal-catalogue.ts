import type { PortalCatalogue } from './checkout-catalogue.ts'
import type { Locale } from '@billing-checkout/domain/locales'

/** Loads the messages in `locale` that only the customer portal has. */
export const loadPortalCatalogue = async (locale: Locale): Promise<PortalCatalogue> =>
  (await import(`./portal/${locale}.json`, { with: { type: 'json' } })).default as PortalCatalogue
