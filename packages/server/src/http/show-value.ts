import { isCardNumber } from '@billing-checkout/contract'

/**
 * A value as an error message may repeat it: short, on one line, and with anything that could be a card number masked,
 * because a card sent to the wrong place must not come back in an answer or a log.
 */
export const showValue = (value: unknown): string => shorten(maskCardNumbers(print(value)))

const shownLengthMax = 80
/** Longer texts are cut before they are looked at: what is left over is never shown. */
const readLengthMax = 1000

const print = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, readLengthMax))
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  return String(value)
}

const shorten = (text: string): string =>
  text.length <= shownLengthMax ? text : `${[...text].slice(0, shownLengthMax).join('')}…`

/** Replaces digits that could be a card number, with the blanks and dashes people put into one. */
export const maskCardNumbers = (text: string): string =>
  text.replaceAll(/\d(?:[ -]?\d){11,18}/g, (digits) => (isCardNumber(digits) ? '[masked]' : digits))
