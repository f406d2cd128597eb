import { brandOfNumber, brandRulesOf } from '../brands/brands.ts'
import { digitsOf } from './digits.ts'
import { passesLuhn } from './luhn.ts'

/** What can be wrong with a card number. */
export type CardNumberError = 'missing' | 'incomplete' | 'invalid'

/** Groups the digits of `text` as printed on the brand's cards, cut to the length of the brand's longest number. */
export const formatCardNumber = (text: string): string => {
  const { gaps, lengths } = brandRulesOf(brandOfNumber(digitsOf(text)))
  const digits = digitsOf(text).slice(0, lengths.at(-1))
  return [...digits].map((digit, place) => (gaps.includes(place) ? ` ${digit}` : digit)).join('')
}

/** The error in a card number; null if the number is complete and valid. */
export const cardNumberErrorIn = (text: string): CardNumberError | null => {
  const digits = digitsOf(text)
  if (digits === '') return 'missing'
  const { lengths, luhn } = brandRulesOf(brandOfNumber(digits))
  if (digits.length < (lengths[0] ?? 0)) return 'incomplete'
  if (!lengths.includes(digits.length)) return 'invalid'
  return luhn && !passesLuhn(digits) ? 'invalid' : null
}
