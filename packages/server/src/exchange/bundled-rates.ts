import { fixedRates, type RateSource } from './exchange-rates.ts'
import { ratesOfDay } from './rates-of-day.ts'

/** The rates that ship with the server: of one day, and only for use without real money. */
export const bundledRates = (): RateSource => fixedRates(ratesOfDay)
