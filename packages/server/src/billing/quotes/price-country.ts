import type { CountryCode } from '@billing-checkout/contract'
import type { SubscriptionRow } from '../../store/rows.ts'

/**
 * The country that selects a price: the one that a subscription was sold in, for as long as it lasts, so that a
 * subscriber who moves keeps their currency and the choice of plans in it; without a subscription the customer's own. Only the
 * merchant's backend sets the customer's country, because a shopper can claim any: locale, IP address and what they enter select no
 * price.
 */
export const priceCountry = (
  subscription: Pick<SubscriptionRow, 'countryOfSale'> | undefined,
  country: CountryCode | null,
): CountryCode | null => (subscription === undefined ? country : (subscription.countryOfSale as CountryCode))

/** Stands for no known country in a subscription's country of sale. No plan has a price for it. */
export const nowhere = 'ZZ'
