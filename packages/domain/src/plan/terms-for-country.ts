import type { CountryCode, Money, PlanPricing, PlanType } from '@billing-checkout/contract'
import type { Interval } from '../calendar/timestamp.ts'
import type { DiscountTerms } from '../discount/discount-terms.ts'

/** An offer of a plan, with its prices for all countries. */
export interface PlanOffer {
  readonly id: string
  readonly name: string
  readonly type: PlanType
  /** Null for a one-off plan. */
  readonly interval: Interval | null
  readonly price: PlanPricing
  readonly trial: { readonly interval: Interval; readonly price: PlanPricing | null } | null
}

/** The price and terms of a plan for one shopper: in their country, in the currency that will be charged. */
export interface PlanTerms {
  readonly id: string
  readonly name: string
  readonly type: PlanType
  readonly interval: Interval | null
  /** The price of a period for the whole quantity, before the discount. */
  readonly price: Money
  /**
   * Null for a plan without a trial. The trial's `price` is for the whole quantity, in the currency of the plan's price, and null if the
   * trial is free.
   */
  readonly trial: { readonly interval: Interval; readonly price: Money | null } | null
  /** The buyer's discount on the price of paid periods; absent: none. The trial is never discounted. */
  readonly discount?: DiscountTerms
  /** How many units of the plan are sold, if more than one. */
  readonly quantity?: number
}

/** The terms of a plan in a country. If the country is unknown or has no price of its own, the default price applies. */
export const termsForCountry = (plan: PlanOffer, country: CountryCode | null): PlanTerms => ({
  id: plan.id,
  name: plan.name,
  type: plan.type,
  interval: plan.interval,
  price: priceForCountry(plan.price, country),
  trial: plan.trial && {
    interval: plan.trial.interval,
    price: plan.trial.price && priceForCountry(plan.trial.price, country),
  },
})

const priceForCountry = (pricing: PlanPricing, country: CountryCode | null): Money =>
  pricing.countries.find((exception) => country !== null && exception.countries.includes(country))?.price ??
  pricing.default

/** Marks an unknown country in a subscription's country of sale. ISO 3166 leaves this code to its users, and no plan has a price for it. */
export const unknownCountry = 'ZZ'

/** The country of sale; null if it is unknown. */
export const knownCountry = (countryOfSale: string | null): string | null =>
  countryOfSale === unknownCountry ? null : countryOfSale
