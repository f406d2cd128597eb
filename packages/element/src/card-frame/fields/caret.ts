import { digitsOf } from './digits.ts'

/** The position in `formatted` with as many digits before it as `caret` has in `typed`; a caret at the end stays at the end. */
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
