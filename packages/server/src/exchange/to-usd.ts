import { convertMoney, exchangeRate, type RateTable } from '@billing-checkout/domain'

/** An amount in US cents, and the rate it was made with, to be frozen beside it. */
export interface DollarAmount {
  readonly amountUsd: number
  readonly usdPerUnit: string
  readonly date: string
  readonly source: string
}

/** An amount of minor units in US cents; null where there is no rate. */
export const toUsd = (amountMinor: number, currency: string, rates: RateTable | undefined): DollarAmount | null => {
  const rate = rates && exchangeRate(rates, currency, 'USD')
  if (rate === undefined) return null
  return {
    amountUsd: convertMoney(amountMinor, currency, 'USD', rate),
    usdPerUnit: `${rate.numerator}/${rate.denominator}`,
    date: rates!.date,
    source: rates!.source,
  }
}
