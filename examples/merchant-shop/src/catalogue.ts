import type { BillingClient, BodyOf, CountryCode, CurrencyCode, Plan, PlanPricing } from '@billing-checkout/client'

/** The names of the products in the addresses of the shop's pages. */
export const slugs = ['leaf-letter', 'kettle-club', 'daily-cup', 'year-of-leaves', 'first-tin'] as const

/** The name of one product. */
export type Slug = (typeof slugs)[number]

/** The billing service's plan for each product. */
export type Catalogue = Readonly<Record<Slug, Plan>>

/** Decimals of the shop's currencies by ISO 4217. `Intl` shows the Iraqi dinar with 0 decimals instead of 3. */
export const decimalsByCurrency: Readonly<Partial<Record<CurrencyCode, number>>> = {
  EUR: 2,
  USD: 2,
  GBP: 2,
  JPY: 0,
  IQD: 3,
}

/** Creates the plans that do not exist yet. Existing plans are found by name, so a shop that is started again reuses them. */
export const stockCatalogue = async (client: BillingClient): Promise<Catalogue> => {
  const known = new Map<string, Plan>()
  for await (const plan of client.all.findPlans()) known.set(plan.name, plan)
  const stocked = slugs.map(async (slug) => {
    const offer = offers[slug]
    return [slug, known.get(offer.name) ?? (await client.createPlan(offer))] as const
  })
  return Object.fromEntries(await Promise.all(stocked)) as Catalogue
}

/** A plan's prices from amounts in minor units: `EUR` is the default price; the other keys are countries with their own price. */
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

/** Plans of one group are alternatives: the account page offers to change between them. */
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
