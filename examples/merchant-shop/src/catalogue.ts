import type { BillingClient, BodyOf, CountryCode, CurrencyCode, Plan, PlanPricing } from '@billing-checkout/client'

/** What the shop sells, by the word its addresses use. */
export const slugs = ['leaf-letter', 'kettle-club', 'daily-cup', 'year-of-leaves', 'first-tin'] as const

/** One thing the shop sells. */
export type Slug = (typeof slugs)[number]

/** The plans of the billing service that stand for what the shop sells. */
export type Catalogue = Readonly<Record<Slug, Plan>>

/** Decimals of the currencies the shop charges in, by ISO 4217; the platform's own tables have others for the dinar. */
export const decimalsByCurrency: Readonly<Partial<Record<CurrencyCode, number>>> = {
  EUR: 2,
  USD: 2,
  GBP: 2,
  JPY: 0,
  IQD: 3,
}

/** Makes the plans that are not there yet. They are known by their names, so a shop that starts again finds its own. */
export const stockCatalogue = async (client: BillingClient): Promise<Catalogue> => {
  const known = new Map<string, Plan>()
  for await (const plan of client.all.findPlans()) known.set(plan.name, plan)
  const stocked = slugs.map(async (slug) => {
    const offer = offers[slug]
    return [slug, known.get(offer.name) ?? (await client.createPlan(offer))] as const
  })
  return Object.fromEntries(await Promise.all(stocked)) as Catalogue
}

/** Amounts in minor units: the price everywhere, and those of the countries that have their own. */
const priced = (prices: { EUR: number; US: number; GB: number; JP: number; IQ: number }): PlanPricing => {
  const only = (country: CountryCode, amount: number, currency: CurrencyCode) => ({
    countries: [country],
    price: { amount, currency },
  })
  return {
    default: { amount: prices.EUR, currency: 'EUR' },
    countries: [
      only('US', prices.US, 'USD'),
      only('GB', prices.GB, 'GBP'),
      only('JP', prices.JP, 'JPY'),
      only('IQ', prices.IQ, 'IQD'),
    ],
  }
}

/** Plans of one group are alternatives: the account offers a change from one to another. */
const group = 'teas'
const monthly = { type: 'recurring', interval: 'months', interval_count: 1, group } as const

const offers: Readonly<Record<Slug, BodyOf<'createPlan'>>> = {
  'leaf-letter': {
    name: 'Leaf Letter',
    ...monthly,
    price: priced({ EUR: 1400, US: 1500, GB: 1200, JP: 2200, IQ: 20_000_000 }),
    trial_interval: 'days',
    trial_interval_count: 14,
  },
  'kettle-club': {
    name: 'Kettle Club',
    ...monthly,
    price: priced({ EUR: 2900, US: 3100, GB: 2500, JP: 4500, IQ: 42_000_000 }),
    trial_interval: 'months',
    trial_interval_count: 1,
    trial_price: priced({ EUR: 500, US: 500, GB: 400, JP: 800, IQ: 7_500_000 }),
  },
  'daily-cup': {
    name: 'Daily Cup',
    ...monthly,
    price: priced({ EUR: 900, US: 1000, GB: 800, JP: 1400, IQ: 13_500_000 }),
  },
  'year-of-leaves': {
    name: 'A Year of Leaves',
    type: 'recurring',
    interval: 'years',
    interval_count: 1,
    group,
    price: priced({ EUR: 14_000, US: 15_000, GB: 12_000, JP: 22_000, IQ: 99_000_000 }),
  },
  'first-tin': {
    name: 'First Tin',
    type: 'one-off',
    price: priced({ EUR: 2400, US: 2500, GB: 2100, JP: 3800, IQ: 35_000_000 }),
  },
}
