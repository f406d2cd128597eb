import { digitsOf } from './digits.ts'

/** The caret position in `formatted` after the same number of digits as there are before `caret` in `typed`. */
export const caretAfterFormatting = (formatted: string, typed: string, caret: number): number => {
  if (caret >= typed.length) return formatted.length
  let digitsLeft = digitsOf(typed.slice(0, caret)).length
  let place = 0
  while (digitsLeft > 0 && place < formatted.length) {
    if (digitsOf(formatted.charAt(place)) !== '') digitsLeft -= 1
    place += 1
  }
  return place
}
