import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PlanTerms } from '../plan/terms-for-country.ts'
import { nextPeriod } from './next-period.ts'
import { quoteRenewal } from './quote-renewal.ts'

const anchor = '2027-01-31T10:00:00.000Z'
const termsAt = (amount: number): PlanTerms => ({
  id: 'price_1',
  name: 'Reader',
  type: 'recurring',
  interval: { unit: 'months', count: 1 },
  price: { amount, currency: 'EUR' },
  trial: null,
})
const renewal = (price: number, balanceMinor: number, tax: Parameters<typeof quoteRenewal>[0]['tax'] = null) =>
  quoteRenewal({
    terms: termsAt(price),
    period: nextPeriod(anchor, { unit: 'months', count: 1 }, anchor),
    balanceMinor,
    paidTax: null,
    tax,
  })

test.each([
  ['nothing kept', 0, 999, 0],
  ['some credit', 400, 599, 0],
  ['credit for more than the period', 1500, 0, 501],
  ['a surcharge', -300, 1299, 0],
])('with %s, a balance of %i charges %i and leaves %i', (_, balance, due, left) => {
  const { draft } = renewal(999, balance)

  expect([draft.dueNow.amount, draft.balance]).toEqual([due, left])
})

test('tax applies to the remaining amount', () => {
  const { draft } = renewal(1000, 400, { rate: '0.2', behavior: 'exclusive', kind: 'vat' })

  expect(draft).toMatchObject({ subtotal: 600, tax: { amount: 120 }, dueNow: { amount: 720 } })
})

test.each([
  ['included, is worth its net if tax is added now', 119, 'inclusive', 'exclusive', { due: 1071, used: 100 }],
  ['added, is worth its gross if prices include tax now', 100, 'exclusive', 'inclusive', { due: 881, used: 119 }],
] as const)('credit from money with the tax %s', (_, balanceMinor, before, behavior, { due, used }) => {
  const { draft, balanceUsed } = quoteRenewal({
    terms: termsAt(1000),
    period: nextPeriod(anchor, { unit: 'months', count: 1 }, anchor),
    balanceMinor,
    paidTax: { rate: '0.19', behavior: before, kind: 'vat' },
    tax: { rate: '0.19', behavior, kind: 'vat' },
  })

  expect({ due: draft.dueNow.amount, used: balanceUsed }).toEqual({ due, used })
})

test('lines sum to the amount due, whatever the price, balance and tax', () => {
  const taxes = fc.constantFrom(null, { rate: '0.19', behavior: 'exclusive', kind: 'vat' } as const)
  fc.assert(
    fc.property(fc.nat(10 ** 9), fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), taxes, (price, balance, tax) => {
      const { draft } = renewal(price, balance, tax)

      expect(draft.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(draft.dueNow.amount)
    }),
  )
})

test('over the years money and credit together pay every period exactly', () => {
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.integer({ min: -500_000, max: 500_000 }),
      fc.integer({ min: 1, max: 60 }),
      (price, first, periods) => {
        let [balance, paid] = [first, 0]
        for (let n = 0; n < periods; n++) {
          const { draft, balanceUsed } = renewal(price, balance)
          balance -= balanceUsed
          paid += draft.dueNow.amount

          expect(draft.balance).toBe(balance)
        }

        expect(paid + first - balance).toBe(price * periods)
      },
    ),
  )
})
