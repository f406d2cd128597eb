import type { PortalCatalogue } from './checkout-catalogue.ts'
import type { Locale } from '@billing-checkout/domain/locales'

/** Loads, in `locale`, what only the customer portal says. */
export const loadPortalCatalogue = async (locale: Locale): Promise<PortalCatalogue> =>
  (await import(`./portal/${locale}.json`, { with: { type: 'json' } })).default as PortalCatalogue
