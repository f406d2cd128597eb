import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aChange, aPurchase, libraryPlan } from '../../testing/a-change.ts'
import { hashQuote } from '../checkout/hash-quote.ts'
import { laterCharges } from '../checkout/later-charges.ts'
import { quoteCheckout } from '../checkout/quote-checkout.ts'
import { type QuoteRequest } from '../checkout/quote-request.ts'
import { sumOfLines } from '../checkout/quote-lines.ts'
import { quoteRenewal } from '../subscription/quote-renewal.ts'
import { isQuantityAllowed, defaultQuantity, quantityMax, quantityOf, termsForQuantity, unitPrice } from './quantity.ts'
import type { PlanTerms } from './terms-for-country.ts'

const vat = { rate: '0.19', behavior: 'exclusive', kind: 'vat' } as const
const half = { id: 'disc_1', name: 'Half', off: { kind: 'percent', hundredths: 5000 }, duration: 'forever' } as const
const withTrial: PlanTerms = {
  ...libraryPlan,
  trial: { interval: { unit: 'days', count: 7 }, price: { amount: 150, currency: 'EUR' } },
}
const quantities = fc.integer({ min: 1, max: quantityMax })
const prices = fc.integer({ min: 0, max: 100_000 })
const at = (amount: number, quantity: number): PlanTerms =>
  termsForQuantity({ ...libraryPlan, price: { amount, currency: 'EUR' } }, quantity)
const hashOf = (request: QuoteRequest): string => {
  const draft = quoteCheckout(request)
  return hashQuote(request.terms.id, draft, laterCharges(request, draft), request.terms)
}

test('before discount and tax, n units cost exactly n times as much as one', () => {
  fc.assert(
    fc.property(prices, quantities, (amount, quantity) => {
      const [one, many] = [at(amount, 1), at(amount, quantity)]
      const period = {
        anchor: '2026-01-31T10:00:00.000Z',
        start: '2026-02-28T10:00:00.000Z',
        end: '2026-03-31T10:00:00.000Z',
      }
      const renewalOf = (terms: PlanTerms) =>
        quoteRenewal({ terms, period, balanceMinor: 0, paidTax: null, tax: null }).draft.dueNow.amount

      expect(quoteCheckout(aPurchase({ terms: many })).dueNow.amount).toBe(
        quoteCheckout(aPurchase({ terms: one })).dueNow.amount * quantity,
      )
      expect(renewalOf(many)).toBe(renewalOf(one) * quantity)
      expect(unitPrice(many)).toBe(amount)
    }),
  )
})

test('the price of a trial counts once for each unit', () => {
  const request = aPurchase({ terms: termsForQuantity(withTrial, 3), withTrial: true })

  expect(quoteCheckout(request)).toMatchObject({
    lines: [{ kind: 'trial', amount: 450, quantity: 3 }],
    nextCharge: { amount: 3000 },
    recurring: { amount: 3000 },
  })
})

test('discount and tax are computed on the total and rounded once', () => {
  const terms = { ...at(333, 3), discount: { ...half, left: null, plans: [] } }

  expect(quoteCheckout(aPurchase({ terms, tax: vat }))).toMatchObject({
    lines: [
      { kind: 'plan', amount: 999, quantity: 3 },
      { kind: 'discount', amount: -500 },
      { kind: 'tax', amount: 95 },
    ],
    dueNow: { amount: 594 },
  })
})

test('a change to n units is quoted as a change to a plan of n times the price, in every mode', () => {
  const modes = ['prorated_immediately', 'full_immediately', 'prorated_next_billing_period', 'at_period_end'] as const
  fc.assert(
    fc.property(prices, quantities, fc.constantFrom(...modes), (amount, quantity, prorationBillingMode) => {
      const change = (terms: PlanTerms) => aChange({ terms, prorationBillingMode })
      const [many, dear] = [change(at(amount, quantity)), change(at(amount * quantity, 1))]
      const { lines, ...quoted } = quoteCheckout(many)
      const { lines: dearLines, ...asDear } = quoteCheckout(dear)

      expect(quoted).toEqual(asDear)
      expect(sumOfLines(lines)).toBe(sumOfLines(dearLines))
    }),
  )
})

test('one unit leaves the hash unchanged, and every other quantity changes it', () => {
  const free = (quantity: number) => aPurchase({ terms: at(0, quantity) })

  expect(termsForQuantity(libraryPlan, 1)).toBe(libraryPlan)
  expect(new Set([1, 2, 3].map((quantity) => hashOf(free(quantity)))).size).toBe(3)
  expect(hashOf(aPurchase({ terms: at(1000, 2) }))).not.toBe(hashOf(aPurchase({ terms: at(2000, 1) })))
})

test('a plan is sold within its range, and one at a time without one', () => {
  const seats = { min: 2, max: 5 }

  expect([1, 2, 5, 6].map((quantity) => isQuantityAllowed(seats, quantity))).toEqual([false, true, true, false])
  expect([0, 1, 2].map((quantity) => isQuantityAllowed(null, quantity))).toEqual([false, true, false])
})

test('a sale without a quantity keeps the subscription’s, within the plan’s range', () => {
  const seats = { min: 2, max: 5 }

  expect([undefined, 3, 9].map((subscribed) => defaultQuantity(seats, subscribed))).toEqual([2, 3, 5])
  expect([undefined, 9].map((subscribed) => defaultQuantity(null, subscribed))).toEqual([1, 1])
  expect(quantityOf(libraryPlan)).toBe(1)
})
