import { type CountryCode, Problem } from '@billing-checkout/contract'
import {
  isQuantityAllowed,
  type PlanTerms,
  defaultQuantity,
  termsForCountry,
  termsForQuantity,
} from '@billing-checkout/domain'
import { invalidValue } from '../../reading/refuse-issues.ts'
import { planOfferOf } from '../../store/entities/plans.ts'
import type { PlanRow, SubscriptionRow } from '../../store/rows.ts'

/** The columns of a subscription that decide the terms of its plan or of a change to another plan. */
export type SoldSubscription = Pick<
  SubscriptionRow,
  'id' | 'countryOfSale' | 'planId' | 'priceAmount' | 'priceCurrency' | 'quantity'
>

/** What a sale of a plan depends on. */
export interface PricedSale {
  /** The customer's country; null if it is unknown. */
  readonly country: CountryCode | null
  /** The subscription that the sale changes or charges again. */
  readonly subscription?: SoldSubscription | undefined
  /** The quantity that the sale names, if any. */
  readonly quantity?: number | null | undefined
}

/**
 * The terms of a plan for a sale or a change. A subscription that keeps its plan keeps its own price, whatever the plan costs now. If the
 * sale names no quantity, it takes the subscription's quantity, or the nearest one in which the plan is sold (DECISIONS 201). Throws
 * `invalid_parameter` for a quantity in which the plan is not sold.
 */
export const termsOfSale = (plan: PlanRow, { country, subscription, quantity }: PricedSale): PlanTerms => {
  const terms = termsForCountry(planOfferOf(plan), priceCountry(subscription, country))
  const unit =
    subscription?.planId === plan.id
      ? { ...terms, price: { amount: subscription.priceAmount, currency: subscription.priceCurrency } }
      : terms
  return termsForQuantity(unit, quantityOfSale(plan, subscription, quantity))
}

/** Throws `currency_mismatch` if a subscription is billed in another currency than the terms. */
export const refuseOtherCurrency = (
  subscription: Pick<SubscriptionRow, 'id' | 'priceCurrency'>,
  { id, price }: PlanTerms,
): void => {
  if (price.currency === subscription.priceCurrency) return
  throw new Problem(
    'currency_mismatch',
    `Subscription ${subscription.id} is billed in ${subscription.priceCurrency}; plan ${id} costs ${price.currency} here.`,
  )
}

const quantityOfSale = (
  { id, quantity: range }: PlanRow,
  subscription: SoldSubscription | undefined,
  named: number | null | undefined,
): number => {
  if (named == null) return defaultQuantity(range, subscription?.quantity)
  if (isQuantityAllowed(range, named)) return named
  const allowed = range === null ? '1, because the plan has no quantity' : `${range.min} to ${range.max}`
  throw invalidValue('body.plan.quantity', `plan.quantity of plan ${id} must be ${allowed}, got ${named}.`)
}

/**
 * The country that selects a price. A subscription keeps the country of its sale, so that a subscriber who moves keeps their currency and
 * the choice of plans in that currency. Without a subscription, the customer's country counts. Only the merchant's backend sets that
 * country, because a shopper can claim any country: locale, IP address and what they enter select no price.
 */
export const priceCountry = (
  subscription: Pick<SubscriptionRow, 'countryOfSale'> | undefined,
  country: CountryCode | null,
): CountryCode | null => (subscription === undefined ? country : (subscription.countryOfSale as CountryCode))
