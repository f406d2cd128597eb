import { cardNumbersIn } from './card-numbers-in.ts'

/**
 * Formats a value for an error message: short, on one line, and with possible card numbers masked. A card that was sent to the wrong place
 * must not appear in an answer or a log.
 */
export const showValue = (value: unknown): string => shorten(maskCardNumbers(print(value)))

const shownLengthMax = 80
/** Longer texts are cut before they are scanned; the rest is never shown. */
const readLengthMax = 1000

const print = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, readLengthMax))
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  return String(value)
}

const shorten = (text: string): string =>
  text.length <= shownLengthMax ? text : `${[...text].slice(0, shownLengthMax).join('')}…`

/** Masks digits that may be a card number. */
export const maskCardNumbers = (text: string): string => {
  const found = cardNumbersIn(text)
  if (found.length === 0) return text
  const kept = found.map(({ start }, index) => text.slice(found[index - 1]?.end ?? 0, start))
  return [...kept, text.slice(found.at(-1)?.end)].join('[masked]')
}
