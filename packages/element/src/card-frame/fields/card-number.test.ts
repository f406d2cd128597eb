import cardValidator from 'card-validator'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardNumberErrorIn, formatCardNumber } from './card-number.ts'
import { digitsOf } from './digits.ts'
import { passesLuhn } from './luhn.ts'
import { testCards } from '../test-cards/test-cards.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['30569309025904', '3056 930902 5904'],
  ['6200000000000005', '6200 0000 0000 0005'],
  ['4242 42', '4242 42'],
  ['55555555555544449999', '5555 5555 5555 4444'],
])('%s is formatted as %s', (typed, written) => {
  expect(formatCardNumber(typed)).toBe(written)
})

test('formatting twice equals formatting once', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789 -٤۵a') }), (typed) => {
      const once = formatCardNumber(typed)
      expect(formatCardNumber(once)).toBe(once)
      expect(digitsOf(typed).startsWith(digitsOf(once))).toBe(true)
    }),
  )
})

test.each([
  ['', 'missing'],
  ['4242 4242', 'incomplete'],
  ['4242 4242 4242 4241', 'invalid'],
  ['3782 822463 1000', 'incomplete'],
  ['6200 0000 0000 0001', null],
])('%s is %s', (typed, error) => {
  expect(cardNumberErrorIn(typed)).toBe(error)
})

test('every published test card can be typed', () => {
  expect(testCards.map(({ number }) => cardNumberErrorIn(number))).toEqual(testCards.map(() => null))
})

test('check digits agree with card-validator', () => {
  fc.assert(
    fc.property(digits(15), (rest) => {
      const number = `4${rest}`
      expect(passesLuhn(number)).toBe(cardValidator.number(number).isValid)
    }),
  )
})
