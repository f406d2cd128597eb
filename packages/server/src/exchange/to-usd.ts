import { convertMoney, exchangeRate, type RateTable } from '@billing-checkout/domain'

/** Converts minor units of a currency to US cents, and returns the rate as a fraction, its date and source; null if there is no rate. */
export const toUsd = (amountMinor: number, currency: string, rates: RateTable | undefined) => {
  const rate = rates && exchangeRate(rates, currency, 'USD')
  if (rates === undefined || rate === undefined) return null
  return {
    amountUsd: convertMoney(amountMinor, currency, 'USD', rate),
    usdPerUnit: `${rate.numerator}/${rate.denominator}`,
    date: rates.date,
    source: rates.source,
  }
}
