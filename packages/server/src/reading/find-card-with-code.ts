import { cardNumbersIn, type CardNumberInText, isOfKnownBrand } from './card-numbers-in.ts'

/**
 * Returns the path of a card number of a known brand that is sent with a security code; undefined if there is none. The code may stand near
 * the number in the same text or list, or in any member of the request whose name is that of a code, such as `cvc`, and whose value is
 * three or four digits. A number alone does not count, because one order number in ten has a valid check digit. Other checks refuse a name
 * or an idempotency key that is itself a card number, even without a code.
 */
export const findCardWithCode = (sent: unknown): readonly string[] | undefined => {
  const found = { text: undefined, card: undefined, hasCode: false }
  look(sent, [], found)
  return found.text ?? (found.hasCode ? found.card : undefined)
}

type Path = readonly string[]

interface Found {
  /** The path of a text that contains both a card number and a security code. */
  text: Path | undefined
  /** The path of a text or a name that contains a card number. */
  card: Path | undefined
  hasCode: boolean
}

const look = (value: unknown, path: Path, found: Found): void => {
  if (typeof value === 'string' || typeof value === 'number') return lookAtText(String(value), path, found)
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) lookAtText(value.filter(isScalar).join(' '), path, found)
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) lookAtText(name, path, found)
    if (codeName.test(name) && isScalar(inner) && /^\s*\d{3,4}\s*$/.test(String(inner))) found.hasCode = true
    look(inner, [...path, name], found)
  }
}

const lookAtText = (text: string, path: Path, found: Found): void => {
  const cards = cardNumbersIn(text).filter(({ digits }) => isOfKnownBrand(digits))
  if (cards.length === 0) return
  found.card ??= path
  if (cards.some((card) => hasCodeNearby(text, card))) found.text ??= path
}

const isScalar = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

const codeName = /(?:^|[^a-z])(?:cv[cvn]2?|csc|cid)(?:$|[^a-z])|(?:security|verification|card)[ _-]?code/i

/**
 * Finds a security code: three digits on their own, or four for American Express. Digits of a date, a time, an amount, a longer number or
 * an identifier do not count. The code's name may stand directly before the digits, as in `cvc123`.
 */
const loneDigits = {
  3: /(?:(?<![\p{L}\d.,:/-])|(?<=\b(?:cv[cvn]2?|csc|cid|code)))\d{3}(?![\p{L}\d]|[.,:/-]\d)/iu,
  4: /(?:(?<![\p{L}\d.,:/-])|(?<=\b(?:cv[cvn]2?|csc|cid|code)))\d{4}(?![\p{L}\d]|[.,:/-]\d)/iu,
} as const

const nearbyCharactersMax = 40

const hasCodeNearby = (text: string, { start, end, digits }: CardNumberInText): boolean => {
  const pattern = loneDigits[/^3[47]/.test(digits) ? 4 : 3]
  return (
    pattern.test(text.slice(Math.max(0, start - nearbyCharactersMax), start)) ||
    pattern.test(text.slice(end, end + nearbyCharactersMax))
  )
}
