import type { Locale } from '@billing-checkout/domain/locales'
import type { Catalogue, CodesCatalogue } from '../messages/checkout-catalogue.ts'
import { loadFirstCatalogue } from '../messages/first-catalogue.ts'
import { loadLaterCatalogue } from '../messages/later-catalogue.ts'
import { loadPortalCatalogue } from '../messages/portal-catalogue.ts'

/** All messages of the portal in `locale`. They include the checkout's messages, except those of the code field. */
export const loadPortalMessages = async (locale: Locale): Promise<Omit<Catalogue, keyof CodesCatalogue>> => {
  const loads = [loadFirstCatalogue(locale), loadLaterCatalogue(locale), loadPortalCatalogue(locale)] as const
  const [first, later, portal] = await Promise.all(loads)
  return { ...first, ...later, ...portal }
}
