/** An exact fraction with a denominator above zero, not necessarily reduced. */
export interface Rational {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** The exact value of a decimal such as `'1.0834'`, `-0.5` or `1e-7`. Throws `RangeError` for anything else. */
export const rationalFromDecimal = (decimal: string | number): Rational => {
  const [, sign, whole, fraction = '', exponent = '0'] = decimalShape.exec(String(decimal)) ?? []
  if (whole === undefined) throw new RangeError(`A decimal must look like 1.0834, got ${decimal}.`)
  const digits = BigInt(`${whole}${fraction}`)
  const scale = Number(exponent) - fraction.length
  return {
    numerator: (sign === '-' ? -digits : digits) * tenToThe(Math.max(scale, 0)),
    denominator: tenToThe(Math.max(-scale, 0)),
  }
}

/** The form of a decimal. Three digits of exponent suffice for every JavaScript number; more would let `1e999999999` fill the memory. */
const decimalShape = /^([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i

/** Ten to a power of zero or more. */
export const tenToThe = (power: number): bigint => 10n ** BigInt(power)

/** The exact product of two fractions. */
export const multiply = (left: Rational, right: Rational): Rational => ({
  numerator: left.numerator * right.numerator,
  denominator: left.denominator * right.denominator,
})

/** The exact quotient of two fractions. Throws `RangeError` when the divisor is zero. */
export const divide = (dividend: Rational, divisor: Rational): Rational => {
  if (divisor.numerator === 0n) throw new RangeError('A fraction cannot be divided by zero.')
  const sign = divisor.numerator < 0n ? -1n : 1n
  return multiply(dividend, { numerator: sign * divisor.denominator, denominator: sign * divisor.numerator })
}

/** The nearest whole number; a half is rounded away from zero. All money is rounded by this rule. */
export const roundHalfAwayFromZero = ({ numerator, denominator }: Rational): bigint => {
  const magnitude = numerator < 0n ? -numerator : numerator
  // Bigint division truncates, so adding half a denominator makes it round.
  const rounded = (2n * magnitude + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}
