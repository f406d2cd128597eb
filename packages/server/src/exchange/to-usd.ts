import { convertMoney, exchangeRate, type RateTable } from '@billing-checkout/domain'

/** An amount in US cents, with the exchange rate of its conversion. The rate is stored with the amount. */
export interface DollarAmount {
  readonly amountUsd: number
  readonly usdPerUnit: string
  readonly date: string
  readonly source: string
}

/** Converts minor units of a currency to US cents; null if there is no rate. */
export const toUsd = (amountMinor: number, currency: string, rates: RateTable | undefined): DollarAmount | null => {
  const rate = rates && exchangeRate(rates, currency, 'USD')
  if (rates === undefined || rate === undefined) return null
  return {
    amountUsd: convertMoney(amountMinor, currency, 'USD', rate),
    usdPerUnit: `${rate.numerator}/${rate.denominator}`,
    date: rates.date,
    source: rates.source,
  }
}
