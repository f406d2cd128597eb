import { oncePerLocale } from './once-per-locale.ts'

/** How an amount is made of several units, as `3 × €10.00`. */
export const formatUnits = (price: string, quantity: number, locale: string): string =>
  `${numberIn(locale).format(quantity)} × ${price}`

/** The name of a plan with a quantity of it, as `3 × Pro`; of one unit the name alone. */
export const nameOfUnits = (name: string, quantity = 1): string => (quantity === 1 ? name : `${quantity} × ${name}`)

const numberIn = oncePerLocale((locale) => new Intl.NumberFormat(locale))
