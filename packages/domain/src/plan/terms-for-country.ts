import type { CountryCode, IntervalUnit, Money, PlanPricing, PlanType } from '@billing-checkout/contract'
import type { DiscountTerms } from '../discount/discount-terms.ts'

/** A length of time that repeats: every `count` days, months or years. */
export interface Interval {
  readonly unit: IntervalUnit
  readonly count: number
}

/** What a plan sells, with its prices for all countries. */
export interface PlanOffer {
  readonly id: string
  readonly name: string
  readonly type: PlanType
  /** Null for a one-off plan. */
  readonly interval: Interval | null
  readonly price: PlanPricing
  readonly trial: { readonly interval: Interval; readonly price: PlanPricing | null } | null
}

/** What a plan costs a shopper: the price for their country, in the currency that will be charged. */
export interface PlanTerms {
  readonly id: string
  readonly name: string
  readonly type: PlanType
  readonly interval: Interval | null
  /** What a period costs before its discount, for the whole quantity. */
  readonly price: Money
  /** Null for a plan without a trial. `price` is for the whole quantity, in the currency of the plan's price; null if the trial is free. */
  readonly trial: { readonly interval: Interval; readonly price: Money | null } | null
  /** What the buyer's discount takes off the price of paid periods; absent: nothing. The trial is never discounted. */
  readonly discount?: DiscountTerms
  /** How many units of the plan are sold, if more than one. */
  readonly quantity?: number
}

/** The terms of a plan in a country; at the default price if the country is unknown or has no price of its own. */
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
