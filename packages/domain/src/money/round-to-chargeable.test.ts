import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TaxRule, amountWithTax } from '../tax/tax-on.ts'
import { noLimits, roundToChargeable } from './charge-limits.ts'

const onTop: TaxRule = { rate: '0.19', behavior: 'exclusive', kind: 'vat' }
const inside: TaxRule = { rate: '0.19', behavior: 'inclusive', kind: 'vat' }
const inTens = { step: 10, minimum: 500 }

test.each([
  ['on the step', 5120, null, { amount: 5120, subtotal: 5120, tax: 0, left: 0 }],
  ['off the step', 5124, null, { amount: 5120, subtotal: 5120, tax: 0, left: 4 }],
  ['with its tax on top', 5120, onTop, { amount: 6090, subtotal: 5118, tax: 972, left: 2 }],
  ['with its tax inside', 5124, inside, { amount: 5120, subtotal: 5120, tax: 817, left: 4 }],
  ['of nothing', 0, onTop, { amount: 0, subtotal: 0, tax: 0, left: 0 }],
] as const)('an amount %s is rounded to %i', (_, net, rule, expected) => {
  expect(roundToChargeable(net, rule, inTens, 'is charged')).toEqual(expected)
})

test('an amount below the minimum is left to a later charge', () => {
  expect(roundToChargeable(499, null, inTens, 'is left')).toEqual({ amount: 0, subtotal: 0, tax: 0, left: 499 })
  expect(roundToChargeable(500, null, inTens, 'is left')).toMatchObject({ amount: 500, left: 0 })
  expect(roundToChargeable(499, null, inTens, 'is charged')).toMatchObject({ amount: 490, left: 9 })
})

test('the charged amount is a multiple of the step, at most the full amount, and less than a step below it', () => {
  const rules = fc.constantFrom(
    null,
    ...['0.05', '0.19', '0.255', '0.999'].flatMap((rate) =>
      (['exclusive', 'inclusive'] as const).map((behavior) => ({ rate, behavior, kind: 'vat' as const })),
    ),
  )
  fc.assert(
    fc.property(fc.nat(10 ** 9), rules, fc.constantFrom(1, 10, 100, 12), (net, rule, step) => {
      const { amount, subtotal, tax, left } = roundToChargeable(net, rule, { ...noLimits, step }, 'is charged')
      const whole = amountWithTax(net, rule)

      expect(amount % step).toBe(0)
      expect(whole - amount).toSatisfy((rest: number) => rest >= 0 && rest < step)
      expect(left).toSatisfy((rest: number) => rest >= 0 && rest <= step)
      expect(subtotal + left).toBe(net)
      expect(amount).toBe(rule?.behavior === 'exclusive' ? subtotal + tax : subtotal)
      expect(Math.abs(amountWithTax(subtotal, rule) - amount)).toBeLessThanOrEqual(1)
    }),
  )
})
