import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taxesOfRoundedSum, taxesOn, taxOn, type TaxRule, amountWithTax } from './tax-on.ts'

const amounts = fc.integer({ min: 0, max: 10 ** 12 })
const rules = fc.record({
  rate: fc.integer({ min: 0, max: 100_000 }).map((millis) => (millis / 100_000).toFixed(5)),
  behavior: fc.constantFrom('exclusive', 'inclusive'),
  kind: fc.constant('vat'),
}) satisfies fc.Arbitrary<TaxRule>

test.each([
  [999, '0.19', 'exclusive', 190],
  [1190, '0.19', 'inclusive', 190],
  // Halves (2.5 and 0.5) are rounded away from zero.
  [50, '0.05', 'exclusive', 3],
  [10, '0.05', 'exclusive', 1],
  [9, '0.05', 'exclusive', 0],
  // In floating point, 1.005 × 1000 is 1004.9999999999999.
  [100_000, '0.01005', 'exclusive', 1005],
  [10 ** 12, '0.255', 'exclusive', 255_000_000_000],
  [0, '0.19', 'exclusive', 0],
  [100, '0', 'inclusive', 0],
] as const)('tax on %s at %s, %s, is %s', (amount, rate, behavior, tax) => {
  expect(taxOn(amount, { rate, behavior, kind: 'vat' })).toBe(tax)
})

test('without a rule there is no tax', () => {
  fc.assert(fc.property(amounts, (amount) => taxOn(amount, null) === 0 && amountWithTax(amount, null) === amount))
})

test('tax is exact to half a minor unit', () => {
  fc.assert(
    fc.property(amounts, rules, (amount, rule) => {
      const rate = BigInt(rule.rate.replace('.', ''))
      const scale = 100_000n
      const whole = rule.behavior === 'exclusive' ? scale : scale + rate
      const off = BigInt(taxOn(amount, rule)) * whole - BigInt(amount) * rate
      expect(2n * (off < 0n ? -off : off)).toBeLessThanOrEqual(whole)
    }),
  )
})

test('net and tax sum to the paid amount, and a greater amount never has less tax', () => {
  fc.assert(
    fc.property(amounts, amounts, rules, (amount, other, rule) => {
      const net = rule.behavior === 'exclusive' ? amount : amount - taxOn(amount, rule)
      expect(net + taxOn(amount, rule)).toBe(amountWithTax(amount, rule))
      expect(taxOn(Math.min(amount, other), rule)).toBeLessThanOrEqual(taxOn(Math.max(amount, other), rule))
    }),
  )
})

test('the tax in a price equals the tax that was added to make it', () => {
  fc.assert(
    fc.property(amounts, rules, (amount, { rate }) => {
      const gross = amountWithTax(amount, { rate, behavior: 'exclusive', kind: 'vat' })
      const inside = taxOn(gross, { rate, behavior: 'inclusive', kind: 'vat' })
      expect(inside).toBe(taxOn(amount, { rate, behavior: 'exclusive', kind: 'vat' }))
    }),
  )
})

const bothTaxes = {
  rate: '0.14975',
  behavior: 'exclusive',
  kind: 'qst',
  parts: [
    { rate: '0.05', name: 'GST' },
    { rate: '0.09975', name: 'QST' },
  ],
} as const satisfies TaxRule

test.each([
  ['on top', 999, 'exclusive', [50, 100]],
  ['inside', 1149, 'inclusive', [50, 100]],
] as const)('two taxes %s are each rounded by themselves', (_, amount, behavior, amounts) => {
  const rule = { ...bothTaxes, behavior }

  expect(taxesOn(amount, rule).map((each) => each.amount)).toEqual(amounts)
  expect(taxOn(amount, rule)).toBe(150)
})

test('taxes of an amount rounded down to a step still sum to its tax', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 10 ** 9 }), (net, tax) => {
      const taxes = taxesOfRoundedSum({ subtotal: net, tax, amount: net + tax }, bothTaxes)

      expect(taxes.reduce((sum, { amount }) => sum + amount, 0)).toBe(tax)
      expect(taxes.every(({ amount }) => amount >= 0)).toBe(true)
    }),
  )
})
