import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divide, multiply, type Rational, rationalFromDecimal, roundHalfAwayFromZero } from './rational.ts'

const fractions: fc.Arbitrary<Rational> = fc.record({
  numerator: fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
  denominator: fc.bigInt({ min: 1n, max: 10n ** 12n }),
})

const areEqual = (left: Rational, right: Rational): boolean =>
  left.numerator * right.denominator === right.numerator * left.denominator

test.each([
  ['1.0834', 10834n, 10000n],
  ['-0.5', -5n, 10n],
  ['+7', 7n, 1n],
  [0.1, 1n, 10n],
  [1e-7, 1n, 10n ** 7n],
  [1e21, 10n ** 21n, 1n],
  ['2.50e1', 25n, 1n],
  ['0', 0n, 1n],
])('the decimal %s is read exactly', (decimal, numerator, denominator) => {
  expect(areEqual(rationalFromDecimal(decimal), { numerator, denominator })).toBe(true)
})

test.each(['', '1,5', '1.', '.5', '0x10', ' 1', 'Infinity', NaN, '1e9999', '١'])('%j is not a decimal', (text) => {
  expect(() => rationalFromDecimal(text)).toThrow(RangeError)
})

test.each([
  [5n, 2n, 3n],
  [-5n, 2n, -3n],
  [1n, 2n, 1n],
  [-1n, 2n, -1n],
  [149n, 100n, 1n],
  [-149n, 100n, -1n],
  [0n, 7n, 0n],
])('%d/%d is rounded to %d', (numerator, denominator, rounded) => {
  expect(roundHalfAwayFromZero({ numerator, denominator })).toBe(rounded)
})

test('rounding moves a fraction by at most a half, and a half always away from zero', () => {
  fc.assert(
    fc.property(fractions, ({ numerator, denominator }) => {
      const moved = roundHalfAwayFromZero({ numerator, denominator }) * denominator - numerator
      const isHalf = 2n * moved === denominator || 2n * moved === -denominator

      expect(2n * moved <= denominator && 2n * moved >= -denominator).toBe(true)
      if (isHalf) expect(moved > 0n).toBe(numerator > 0n)
    }),
  )
})

test('rounding is symmetric for negative amounts', () => {
  fc.assert(
    fc.property(fractions, ({ numerator, denominator }) => {
      const mirrored = roundHalfAwayFromZero({ numerator: -numerator, denominator })

      expect(mirrored).toBe(-roundHalfAwayFromZero({ numerator, denominator }))
    }),
  )
})

test('dividing undoes multiplying, whatever the signs, and denominators stay above zero', () => {
  fc.assert(
    fc.property(fractions, fractions, (value, factor) => {
      fc.pre(factor.numerator !== 0n)

      const there = multiply(value, factor)
      const back = divide(there, factor)

      expect(areEqual(back, value)).toBe(true)
      expect(back.denominator > 0n).toBe(true)
    }),
  )
})

test('division by zero is refused', () => {
  expect(() => divide(rationalFromDecimal('1'), rationalFromDecimal('0.00'))).toThrow(RangeError)
})
