import { oncePerLocale } from './once-per-locale.ts'

/** Formats the price of several units, such as `3 × €10.00`. */
export const formatUnits = (price: string, quantity: number, locale: string): string =>
  `${numberIn(locale).format(quantity)} × ${price}`

/** Formats the name of a plan with its quantity, such as `3 × Pro`; for one unit just the name. */
export const formatPlanName = (name: string, quantity = 1): string => (quantity === 1 ? name : `${quantity} × ${name}`)

const numberIn = oncePerLocale((locale) => new Intl.NumberFormat(locale))
