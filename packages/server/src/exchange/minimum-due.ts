import { convertMoney, exchangeRate, type RateTable } from '@billing-checkout/domain'

const minimumUsCents = 50

/** The smallest amount worth charging, in minor units: half a US dollar's equivalent; without a rate, one unit. */
export const minimumDue = (currency: string, rates: RateTable | undefined): number => {
  const rate = rates && exchangeRate(rates, 'USD', currency)
  return rate === undefined ? 1 : Math.max(convertMoney(minimumUsCents, 'USD', currency, rate), 1)
}
