import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convertToTaxRule, taxOn, type TaxRule, amountWithTax } from './tax-on.ts'

const inside: TaxRule = { rate: '0.19', behavior: 'inclusive', kind: 'vat' }
const onTop: TaxRule = { rate: '0.19', behavior: 'exclusive', kind: 'vat' }

test.each([
  ['paid with included tax is worth its net if tax is added', 1190, inside, onTop, 1000],
  ['paid with included tax is worth its net if there is no tax', 1190, inside, null, 1000],
  ['paid with added tax is worth its gross if prices include tax', 1000, onTop, inside, 1190],
  ['paid without tax is worth itself if prices include tax', 1000, null, inside, 1000],
  ['paid without tax is worth itself if tax is added', 1000, null, onTop, 1000],
  ['owed with included tax is owed net if tax is added', -1190, inside, onTop, -1000],
])('money %s', (_, amount, from, to, worth) => {
  expect(convertToTaxRule(amount, from, to)).toBe(worth)
})

const amounts = fc.integer({ min: 0, max: 10 ** 12 })
const rates = fc.integer({ min: 0, max: 100_000 }).map((millis) => (millis / 100_000).toFixed(5))

test('money keeps its value between rules of the same behavior, whatever their rates', () => {
  fc.assert(
    fc.property(amounts, rates, rates, fc.constantFrom('inclusive', 'exclusive'), (amount, one, other, behavior) => {
      const ruleAt = (rate: string): TaxRule => ({ rate, behavior, kind: 'vat' })
      expect(convertToTaxRule(amount, ruleAt(one), ruleAt(other))).toBe(amount)
    }),
  )
})

test('conversion to net and to gross agrees with the computed tax', () => {
  fc.assert(
    fc.property(amounts, rates, (amount, rate) => {
      const [contained, added] = [
        { rate, behavior: 'inclusive', kind: 'vat' },
        { rate, behavior: 'exclusive', kind: 'vat' },
      ] as const
      // Each side rounds the tax once, by up to half a minor unit, so they may differ by one minor unit.
      expect(
        Math.abs(convertToTaxRule(amount, contained, added) - (amount - taxOn(amount, contained))),
      ).toBeLessThanOrEqual(1)
      expect(convertToTaxRule(amount, added, contained)).toBe(amountWithTax(amount, added))
      expect(convertToTaxRule(convertToTaxRule(amount, added, contained), contained, added)).toBe(amount)
    }),
  )
})
