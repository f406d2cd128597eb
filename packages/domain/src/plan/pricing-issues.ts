import type { PlanPricing } from '@billing-checkout/contract'

/** A rule that a plan's prices break: the path to the wrong member in the request's body, and the error message without its subject. */
export interface PricingIssue {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Every rule that a plan's prices break, such as a country listed twice or a trial price in another currency. */
export const issuesOfPricing = (price: PlanPricing, trialPrice: PlanPricing | null): PricingIssue[] => [
  ...countriesListedTwice('price', price),
  ...(trialPrice === null
    ? []
    : [...countriesListedTwice('trial_price', trialPrice), ...currencyClashes(price, trialPrice)]),
]

const countriesListedTwice = (member: string, pricing: PlanPricing): PricingIssue[] => {
  const seen = new Set<string>()
  return pricing.countries.flatMap((exception, index) =>
    exception.countries.flatMap((country) => {
      const repeated = seen.has(country)
      seen.add(country)
      return repeated
        ? [{ path: [member, 'countries', index, 'countries'], message: `must list ${country} once, got it twice` }]
        : []
    }),
  )
}

const currencyClashes = (price: PlanPricing, trialPrice: PlanPricing): PricingIssue[] => {
  const countries = new Set([price, trialPrice].flatMap((pricing) => pricing.countries.flatMap((row) => row.countries)))
  const currencyIn = (pricing: PlanPricing, country: string | null) =>
    pricing.countries.find((row) => row.countries.some((listed) => listed === country))?.price.currency ??
    pricing.default.currency
  return [null, ...countries]
    .map((country) => ({ country, due: currencyIn(price, country), trial: currencyIn(trialPrice, country) }))
    .filter(({ due, trial }) => due !== trial)
    .map(({ country, due, trial }) => ({
      path: ['trial_price'],
      message: `must be in the currency of the price (${due}) ${country === null ? 'by default' : `for ${country}`}, got ${trial}`,
    }))
}
