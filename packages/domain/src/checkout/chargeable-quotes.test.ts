import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aChange, aPurchase, aSubscription, libraryPlan } from '../../testing/a-change.ts'
import type { ChargeLimits } from '../money/charge-limits.ts'
import { nextPeriod } from '../subscription/next-period.ts'
import { quoteRenewal } from '../subscription/quote-renewal.ts'
import type { TaxRule } from '../tax/tax-on.ts'
import { laterCharges } from './later-charges.ts'
import { quoteCheckout } from './quote-checkout.ts'
import { type QuoteRequest } from './quote-request.ts'

const limits: ChargeLimits = { step: 10, minimum: 200 }
const onTop: TaxRule = { rate: '0.19', behavior: 'exclusive', kind: 'vat' }

test('the amount due is a multiple of the step, and the next charge collects the rest', () => {
  const terms = { ...libraryPlan, price: { amount: 990, currency: 'KWD' } } as const

  // 990 plus 19 % tax is 1178, rounded down to the step: 1170. That is 983 net and 187 tax, so 7 (net) are left.
  expect(quoteCheckout(aPurchase({ terms, tax: onTop, limits }))).toMatchObject({
    lines: [
      { kind: 'plan', amount: 990 },
      { kind: 'rounding', label: 'Library', amount: -7 },
      { kind: 'tax', amount: 187 },
    ],
    subtotal: 983,
    tax: { amount: 187 },
    dueNow: { amount: 1170, currency: 'KWD' },
    balance: -7,
    // 990 plus the 7 that today's charge did not collect, plus 19 % tax, is 1186, rounded down to 1180.
    nextCharge: { amount: 1180 },
    recurring: { amount: 1178 },
  })
})

test('the next charge labels what today’s charge leaves as rounding, and not as an earlier debt', () => {
  const terms = { ...libraryPlan, price: { amount: 990, currency: 'KWD' } } as const
  const request = aPurchase({ terms, tax: onTop, limits })

  // The next charge also collects the 7 (net) that today's charge left, but itself leaves 5 (net) by rounding: 990 + 7 − 5 + 188 is 1180.
  expect(laterCharges(request, quoteCheckout(request))[0]).toMatchObject({
    amount: 1180,
    lines: [
      { kind: 'plan', amount: 990 },
      { kind: 'rounding', amount: 2 },
      { kind: 'tax', amount: 188 },
    ],
  })
})

test('a one-off sale is rounded down, and the rest is never charged', () => {
  const { subtotal, dueNow, balance } = quoteCheckout(aPurchase({ purpose: 'pay', tax: onTop, limits }))

  expect([subtotal, dueNow.amount, balance]).toEqual([1000, 1190, 0])
  const odd = { ...libraryPlan, price: { amount: 990, currency: 'KWD' } } as const
  expect(quoteCheckout(aPurchase({ purpose: 'pay', terms: odd, tax: onTop, limits }))).toMatchObject({
    dueNow: { amount: 1170 },
    balance: 0,
  })
})

test('after credit, the amount due for a plan change is a multiple of the step', () => {
  const subscription = aSubscription({ balanceMinor: 3 })

  expect(quoteCheckout(aChange({ subscription, limits }))).toMatchObject({
    lines: [
      { kind: 'plan', amount: 1000 },
      { kind: 'credit', amount: -303 },
      { kind: 'rounding', amount: -7 },
    ],
    dueNow: { amount: 690 },
    balance: -7,
    nextCharge: { amount: 1000 },
  })
})

test('a recovery below the minimum is owed later; a plan change shows it as it is', () => {
  const recovery = aChange(
    { purpose: 'recover', limits },
    { earnsCredit: false, balanceMinor: 850, period: aSubscription().period },
  )
  const change = aChange({ limits }, { balanceMinor: 550 })

  expect(quoteCheckout(recovery)).toMatchObject({ dueNow: { amount: 0 }, balance: -150, nextCharge: { amount: 1150 } })
  expect(quoteCheckout(change)).toMatchObject({ dueNow: { amount: 150 }, balance: 0 })
})

test('the next charge is the sum of its lines, and a multiple of the step', () => {
  const cases = fc.record({
    price: fc.nat(5000),
    balanceMinor: fc.integer({ min: -3000, max: 9000 }),
    tax: fc.constantFrom(null, onTop, { ...onTop, behavior: 'inclusive' } as const),
    mode: fc.constantFrom('prorated_immediately', 'full_immediately', 'prorated_next_billing_period', 'do_not_bill'),
  })
  fc.assert(
    fc.property(cases, ({ price, balanceMinor, tax, mode }) => {
      const terms = { ...libraryPlan, price: { amount: price, currency: 'KWD' } } as const
      const prorationBillingMode = mode as QuoteRequest['prorationBillingMode']
      const request = aChange({ terms, tax, prorationBillingMode, limits }, { balanceMinor, paidTax: tax })
      const draft = quoteCheckout(request)
      const [next] = laterCharges(request, draft)
      const sumOf = (lines: readonly { readonly amount: number }[]) => lines.reduce((sum, line) => sum + line.amount, 0)

      expect(draft.dueNow.amount % 10).toBe(0)
      expect(sumOf(draft.lines)).toBe(draft.dueNow.amount)
      expect(next).toMatchObject({ amount: draft.nextCharge!.amount })
      expect(draft.nextCharge!.amount % 10).toBe(0)
      if (next!.lines.length > 0) expect(sumOf(next!.lines)).toBe(next!.amount)
    }),
  )
})

test('renewals charge multiples of the step, and the whole price in the end', () => {
  const cases = fc.record({ price: fc.integer({ min: 1, max: 5000 }), rate: fc.constantFrom('0', '0.07', '0.255') })
  fc.assert(
    fc.property(cases, ({ price, rate }) => {
      const tax = { rate, behavior: 'exclusive', kind: 'vat' } as const
      const anchor = '2027-01-31T10:00:00.000Z'
      const terms = { ...libraryPlan, price: { amount: price, currency: 'KWD' } } as const
      let balanceMinor = 0
      let charged = 0
      for (let renewal = 1; renewal <= 30; renewal += 1) {
        const period = nextPeriod(anchor, { unit: 'months', count: 1 }, anchor)
        const { draft, balanceUsed } = quoteRenewal({ terms, period, balanceMinor, paidTax: tax, tax, limits })
        balanceMinor -= balanceUsed
        charged += draft.subtotal

        expect(draft.dueNow.amount % 10).toBe(0)
        expect(draft.dueNow.amount).toSatisfy((amount: number) => amount === 0 || amount >= 200)
        expect(draft.balance).toBe(balanceMinor)
        expect(charged - balanceMinor).toBe(renewal * price)
        expect(-balanceMinor).toBeLessThan(210)
      }
    }),
  )
})
