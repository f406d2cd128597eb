import type { Locale } from '@billing-checkout/domain/locales'
import type { Catalogue, CodesCatalogue } from '../messages/checkout-catalogue.ts'
import { loadCatalogue } from '../messages/first-catalogue.ts'
import { loadLaterCatalogue } from '../messages/later-catalogue.ts'
import { loadPortalCatalogue } from '../messages/portal-catalogue.ts'

/** All messages that the portal says in `locale`: the checkout's, too, but for the field for a code. */
export const loadWords = async (locale: Locale): Promise<Omit<Catalogue, keyof CodesCatalogue>> => {
  const loads = [loadCatalogue(locale), loadLaterCatalogue(locale), loadPortalCatalogue(locale)] as const
  const [first, later, portal] = await Promise.all(loads)
  return { ...first, ...later, ...portal }
}
