import { digitsOf } from './digits.ts'

/** What can be wrong with an expiry date. */
export type ExpiryError = 'missing' | 'incomplete' | 'invalid' | 'past'

/** A month of a year, both as people count them (1 to 12, four digits). */
export interface YearMonth {
  readonly year: number
  readonly month: number
}

const yearsAheadMax = 20

/** Writes what was typed as `MM / YY` or `MM / YYYY`; a whole month already shows where the year goes. */
export const formatExpiry = (text: string): string => {
  const [month, year] = partsOf(text)
  return month.length < 2 ? month : `${month} / ${year}`
}

/** The month and year in `text`, or the first thing wrong with them at `now`. */
export const readExpiry = (text: string, now: YearMonth): YearMonth | ExpiryError => {
  const [monthText, yearText] = partsOf(text)
  if (monthText === '') return 'missing'
  if (monthText.length < 2 || (yearText.length !== 2 && yearText.length !== 4)) return 'incomplete'
  const month = Number(monthText)
  const year = Number(yearText) + (yearText.length === 2 ? 2000 : 0)
  if (month < 1 || month > 12 || year > now.year + yearsAheadMax) return 'invalid'
  return year < now.year || (year === now.year && month < now.month) ? 'past' : { month, year }
}

const partsOf = (text: string): [month: string, year: string] => {
  const digits = digitsOf(text)
  const pieces = text
    .trim()
    .split(/[^\p{Nd}]+/u)
    .map(digitsOf)
  const [first = '', second = ''] = pieces
  // Some autofills write the year first.
  if (pieces.length === 2 && first.length === 4) return [second, first]
  if (pieces.length === 2 && first.length === 1) return [`0${first}`, second.slice(0, 4)]
  // A first digit above 1 can only be a whole month.
  const padded = Number(digits[0]) > 1 ? `0${digits}` : digits
  return [padded.slice(0, 2), padded.slice(2, 6)]
}
