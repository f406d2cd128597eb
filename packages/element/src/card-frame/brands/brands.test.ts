import creditCardType from 'credit-card-type'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandOfNumber, brandRules } from './brands.ts'
import { type CardBrand, cardBrands } from './card-brands.ts'

// The library says Maestro, or nothing, for ranges (62 and 81) that belong to UnionPay.
const isDisputed = (number: string, ours: CardBrand | null) => ours === 'unionpay' && /^62|^81/.test(number)

test('brands agree with credit-card-type wherever it is certain of a brand we know', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{16}$/), (number) => {
      const [certain, ...others] = creditCardType(number)
      const ours = brandOfNumber(number)
      fc.pre(certain !== undefined && others.length === 0 && cardBrands.some((brand) => brand === certain.type))
      // The library takes every unassigned number that begins with 6 for Maestro; we wait for a prefix that Maestro issues.
      fc.pre(certain?.type !== 'maestro' && !isDisputed(number, ours))

      expect(ours).toBe(certain?.type)
    }),
    { numRuns: 3000 },
  )
})

test.each(cardBrands)('%s has the library’s grouping and security code', (brand) => {
  const theirs = creditCardType.getTypeInfo(brand)
  const gaps = brandRules[brand].gaps.filter((gap) => gap < 16)

  expect(gaps.slice(0, theirs.gaps.length)).toEqual(theirs.gaps)
  expect(brandRules[brand].cvcLength).toBe(theirs.code.size)
})

test.each([
  ['4', 'visa'],
  ['5555', 'mastercard'],
  ['2221', 'mastercard'],
  ['37', 'american-express'],
  ['6011', 'discover'],
  ['36', 'diners-club'],
  ['3566', 'jcb'],
  ['62', 'unionpay'],
  ['2200', 'mir'],
  ['5018', 'maestro'],
  ['3', null],
  ['9', null],
  ['', null],
])('%s begins a %s', (digits, brand) => {
  expect(brandOfNumber(digits)).toBe(brand)
})
