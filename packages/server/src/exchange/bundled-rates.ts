import { fixedRates, type RateSource } from './exchange-rates.ts'
import { ratesOfDay } from './rates-of-day.ts'

/** The rates of one day that ship with the server; only for use without real money. */
export const bundledRates = (): RateSource => fixedRates(ratesOfDay)
