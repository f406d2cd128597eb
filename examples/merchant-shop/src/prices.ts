import type { BillingClient, ClientSession } from '@billing-checkout/client'
import { type Catalogue, type Slug, slugs } from './catalogue.ts'
import type { Country } from './countries.ts'
import type { Language } from './languages/languages.ts'

/** A plan and its price, which the billing service has formatted for a country and a language. */
export interface Price {
  readonly plan: NonNullable<ClientSession['plan']>
  readonly money: NonNullable<ClientSession['currency_details']>['plan']
}

/** The price of every product. */
export type PriceList = Readonly<Record<Slug, Price>>

/** Returns the prices for visitors from a country, in their language. */
export type FindPrices = (country: Country, language: Language) => Promise<PriceList>

const keptMillis = 10 * 60_000

/**
 * Takes prices from client sessions, as the checkout does, so that the shop shows what the checkout charges. Caches the prices for ten
 * minutes, because each look-up opens five sessions.
 */
export const findPricesWith = (client: BillingClient, catalogue: Catalogue): FindPrices => {
  const kept = new Map<string, { readonly list: Promise<PriceList>; readonly until: number }>()
  return (country, language) => {
    const key = `${country} ${language}`
    const found = kept.get(key)
    if (found !== undefined && found.until > Date.now()) return found.list
    const list = askForPrices(client, catalogue, country, language)
    kept.set(key, { list, until: Date.now() + keptMillis })
    // Do not cache a failure for ten minutes.
    list.catch(() => kept.delete(key))
    return list
  }
}

const askForPrices = async (
  client: BillingClient,
  catalogue: Catalogue,
  country: Country,
  language: Language,
): Promise<PriceList> => {
  const prices = slugs.map(async (slug): Promise<[Slug, Price]> => {
    const { plan, currency_details: details } = await client.createClientSession({
      plan: { id: catalogue[slug].id },
      customer: { country },
      options: { locale: language, expires_in: 300 },
    })
    if (plan === null || details === null) throw new Error(`No price came for ${slug}.`)
    return [slug, { plan, money: details.plan }]
  })
  return Object.fromEntries(await Promise.all(prices)) as PriceList
}
