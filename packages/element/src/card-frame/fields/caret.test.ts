import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCardNumber } from './card-number.ts'
import { caretAfterFormatting } from './caret.ts'
import { digitsOf } from './digits.ts'

test('typing at the end keeps the caret at the end', () => {
  expect(caretAfterFormatting('4242 4', '42424', 5)).toBe(6)
})

test('correcting a digit in the middle leaves the caret behind it', () => {
  expect(caretAfterFormatting('4292 4242', '42924 242', 3)).toBe(3)
})

test('the same digits stand before the caret as before', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\d ]{0,16}$/), fc.nat(16), (typed, at) => {
      const caret = Math.min(at, typed.length)
      const formatted = formatCardNumber(typed)
      const place = caretAfterFormatting(formatted, typed, caret)

      expect(digitsOf(formatted.slice(0, place))).toBe(digitsOf(typed.slice(0, caret)))
    }),
  )
})
