import { digitsOf } from './digits.ts'

/** What can be wrong with an expiry date. */
export type ExpiryError = 'missing' | 'incomplete' | 'invalid' | 'past'

/** A month (1 to 12) and a four-digit year. */
export interface YearMonth {
  readonly year: number
  readonly month: number
}

const yearsAheadMax = 20

/** Formats the input as `MM / YY` or `MM / YYYY`. The slash is added as soon as the month is complete. */
export const formatExpiry = (text: string): string => {
  const [month, year] = partsOf(text)
  return month.length < 2 ? month : `${month} / ${year}`
}

/** The month and year in `text`; or the first error in them, checked against the present month `now`. */
export const readExpiry = (text: string, now: YearMonth): YearMonth | ExpiryError => {
  const [monthText, yearText] = partsOf(text)
  if (monthText === '') return 'missing'
  if (monthText.length < 2 || (yearText.length !== 2 && yearText.length !== 4)) return 'incomplete'
  const month = Number(monthText)
  const year = Number(yearText) + (yearText.length === 2 ? 2000 : 0)
  if (month < 1 || month > 12 || year > now.year + yearsAheadMax) return 'invalid'
  return year < now.year || (year === now.year && month < now.month) ? 'past' : { month, year }
}

/** Month and year, typed by a shopper or filled in by a password manager: in either order, with or without a day. */
const partsOf = (text: string): [month: string, year: string] => {
  const digits = digitsOf(text)
  const pieces = text
    .split(/[^\p{Nd}]+/u)
    .map(digitsOf)
    .filter(Boolean)
  const [first = '', second = '', third] = pieces
  const isYearFirst = first.length === 4 || (pieces.length === 2 && isAboveTwelve(first) && !isAboveTwelve(second))
  if (pieces.length === 3) {
    const [one, other, year] = isYearFirst ? [second, third, first] : [first, second, third]
    return [padded(isAboveTwelve(one) ? other : one), year ?? '']
  }
  if (pieces.length === 2 && isYearFirst) return [padded(second), first]
  if (pieces.length === 2 && first.length < 3) return [padded(first), second.slice(0, 4)]
  if (pieces.length === 1 && digits.length === 6 && isAboveTwelve(digits.slice(0, 2)))
    return [digits.slice(4), digits.slice(0, 4)]
  // A first digit above 1 is already a complete month.
  const whole = Number(digits[0]) > 1 ? `0${digits}` : digits
  return [whole.slice(0, 2), whole.slice(2, 6)]
}

const isAboveTwelve = (digits = ''): boolean => Number(digits) > 12

const padded = (month = ''): string => month.padStart(2, '0')
