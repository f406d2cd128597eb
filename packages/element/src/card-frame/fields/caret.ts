import { digitsOf } from './digits.ts'

/** Where the caret belongs in `formatted` so that the same digits stand before it as before `caret` in `typed`. */
export const caretIn = (formatted: string, typed: string, caret: number): number => {
  if (caret >= typed.length) return formatted.length
  let digitsLeft = digitsOf(typed.slice(0, caret)).length
  let place = 0
  while (digitsLeft > 0 && place < formatted.length) {
    if (digitsOf(formatted.charAt(place)) !== '') digitsLeft -= 1
    place += 1
  }
  return place
}
