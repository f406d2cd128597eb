import { fixedRates, type RateSource } from '../exchange-rates.ts'
import { ratesOfDay } from './rates-of-day.ts'

/** The rates that come with the server: of one day, and only where nothing real is charged. */
export const bundledRates = (): RateSource => fixedRates(ratesOfDay)
