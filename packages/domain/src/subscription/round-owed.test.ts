import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unchargedRemainder } from '../checkout/quote-lines.ts'
import { noLimits } from '../money/charge-limits.ts'
import { nextPeriod } from './next-period.ts'
import { quoteRenewal, roundDebt } from './quote-renewal.ts'

const anchor = '2027-01-31T10:00:00.000Z'
const month = { unit: 'months', count: 1 } as const
const owed = (price: number, rate: string | null, step: number) =>
  quoteRenewal({
    terms: {
      id: 'price_1',
      name: 'Reader',
      type: 'recurring',
      interval: month,
      price: { amount: price, currency: 'LYD' },
      trial: null,
    },
    period: nextPeriod(anchor, month, anchor),
    balanceMinor: 0,
    paidTax: null,
    tax: rate === null ? null : { rate, behavior: 'exclusive', kind: 'vat' },
    limits: { ...noLimits, step },
  }).draft

test('an amount that was rounded before states the whole rest, and the tax of the charged part', () => {
  const rounded = roundDebt('Reader', owed(5120, '0.19', 10), { step: 100, minimum: null })

  expect(rounded).toMatchObject({
    left: 76,
    draft: {
      lines: [
        { kind: 'plan', amount: 5120 },
        { kind: 'rounding', amount: -78 },
        { kind: 'tax', amount: 958 },
      ],
      subtotal: 5042,
      tax: { amount: 958 },
      dueNow: { amount: 6000, currency: 'LYD' },
      balance: -78,
    },
  })
})

test('a chargeable amount stays unchanged, and one below the minimum is left in full', () => {
  const draft = owed(5120, null, 10)

  expect(roundDebt('Reader', draft, { step: 10, minimum: 5120 })).toBeUndefined()
  expect(roundDebt('Reader', draft, { step: 10, minimum: 5130 })).toMatchObject({ left: 5120, draft: { subtotal: 0 } })
})

test('the rounded amount is on the new step, at most the former amount, and its lines still sum to it', () => {
  const steps = fc.constantFrom(1, 10, 12, 30, 100)
  fc.assert(
    fc.property(
      fc.nat(10 ** 9),
      fc.constantFrom(null, '0.05', '0.19', '0.999'),
      steps,
      steps,
      (price, rate, before, step) => {
        const draft = owed(price, rate, before)
        const { draft: again, left } = roundDebt('Reader', draft, { step, minimum: null }) ?? { draft, left: 0 }

        const charged = again.dueNow.amount
        expect(charged % step).toBe(0)
        expect(draft.dueNow.amount - charged).toSatisfy((less: number) => less >= 0 && less < step)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(again.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(charged)
        expect(unchargedRemainder(again)).toBe(unchargedRemainder(draft) + left)
        expect(again.subtotal + again.tax.amount).toBe(charged)
      },
    ),
  )
})
