import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aChange, aPurchase, libraryPlan } from '../../testing/a-change.ts'
import type { DiscountTerms } from '../discount/discount-terms.ts'
import type { PlanTerms } from '../plan/terms-for-country.ts'
import { nextPeriod } from '../subscription/next-period.ts'
import { quoteRenewal } from '../subscription/quote-renewal.ts'
import { discountEndsAt, type LaterCharge, laterCharges } from './later-charges.ts'
import { hashQuote } from './hash-quote.ts'
import { quoteCheckout } from './quote-checkout.ts'
import { type QuoteRequest } from './quote-request.ts'

const spring: DiscountTerms = {
  id: 'disc_1',
  name: 'Spring',
  off: { kind: 'percent', hundredths: 2000 },
  duration: 'periods',
  left: 3,
  plans: [],
}
const discounted = (discount: Partial<DiscountTerms> = {}): PlanTerms => ({
  ...libraryPlan,
  discount: { ...spring, ...discount },
})
const later = (request: QuoteRequest): readonly LaterCharge[] => laterCharges(request, quoteCheckout(request))
const amountsOf = (charges: readonly LaterCharge[]) => charges.map(({ amount, at }) => [amount, at.slice(0, 10)])
const vat = { rate: '0.19', behavior: 'exclusive', kind: 'vat' } as const

test('a discount of 0 % costs the same as none', () => {
  const nothingOff = discounted({ off: { kind: 'percent', hundredths: 0 } })
  for (const tax of [null, vat]) {
    const [one, other] = [aPurchase({ terms: nothingOff, tax }), aPurchase({ tax })]

    expect(quoteCheckout(one)).toEqual(quoteCheckout(other))
    expect(later(one)).toEqual(later(other))
  }
})

test('a purchase names the price and the discount, and when the discount ends', () => {
  const request = aPurchase({ terms: discounted() })

  expect(quoteCheckout(request)).toMatchObject({
    lines: [
      { kind: 'plan', label: 'Library', amount: 1000 },
      { kind: 'discount', label: 'Spring', amount: -200 },
    ],
    dueNow: { amount: 800 },
    nextCharge: { amount: 800 },
    recurring: { amount: 1000 },
  })
  expect(amountsOf(later(request))).toEqual([
    [800, '2026-02-28'],
    [1000, '2026-04-30'],
  ])
})

test('a discount for one period lowers only what is due now', () => {
  expect(amountsOf(later(aPurchase({ terms: discounted({ left: 1 }) })))).toEqual([[1000, '2026-02-28']])
})

test('a discount without an end lowers the recurring price', () => {
  const { dueNow, nextCharge, recurring } = quoteCheckout(aPurchase({ terms: discounted({ left: null }) }))

  expect([dueNow.amount, nextCharge?.amount, recurring?.amount]).toEqual([800, 800, 800])
})

test('a discount that ends after the year 9999 has no stated end', () => {
  const interval = { unit: 'years', count: 1000 } as const
  const request = aPurchase({ terms: { ...discounted({ left: 1200 }), interval } })

  expect(discountEndsAt(request, quoteCheckout(request))).toBeNull()
  expect(later(request).every(({ at }) => at < '9999')).toBe(true)
})

test('a trial is not discounted and uses up no period', () => {
  const terms = { ...discounted({ left: 2 }), trial: { interval: { unit: 'days', count: 7 }, price: null } } as const
  const request = aPurchase({ terms, withTrial: true })

  expect(quoteCheckout(request).lines).toEqual([{ kind: 'trial', label: 'Library', amount: 0 }])
  expect(amountsOf(later(request))).toEqual([
    [800, '2026-02-07'],
    [1000, '2026-04-07'],
  ])
})

test('tax is on what the discount leaves, rounded once', () => {
  expect(
    quoteCheckout(aPurchase({ terms: discounted({ off: { kind: 'percent', hundredths: 3333 } }), tax: vat })),
  ).toMatchObject({
    subtotal: 667,
    tax: { amount: 127 },
    dueNow: { amount: 794 },
  })
})

test('the rest of a running period is exchanged at the discounted price if that period was discounted', () => {
  const change = { prorationBillingMode: 'prorated_next_billing_period', terms: discounted({ left: 1 }) } as const
  const request = aChange(change, { periodDiscount: spring })
  const without = aChange(change)

  expect(quoteCheckout(request).periodCost).toBeLessThan(Number(quoteCheckout(without).periodCost))
})

test('credit that outlasts a discount covers the discounted charges first and then the others', () => {
  const request = aChange({ terms: discounted({ left: 2 }) }, { balanceMinor: 2000 })

  const [first, ...rest] = amountsOf(later(request))
  expect([first?.[0], ...rest.map(([amount]) => amount)]).toEqual([0, 300, 1000])
})

test('the hash differs for a second discount of the same amount, and is unchanged without a discount', () => {
  const hashOf = (request: QuoteRequest) =>
    hashQuote(request.terms.id, quoteCheckout(request), later(request), request.terms)

  expect(hashOf(aPurchase({ terms: discounted() }))).not.toBe(
    hashOf(aPurchase({ terms: discounted({ id: 'disc_2' }) })),
  )
  expect(hashOf(aPurchase())).toBe(hashQuote(libraryPlan.id, quoteCheckout(aPurchase()), later(aPurchase())))
})

/** The amounts of a purchase's first `periods` charges, according to its quote. */
const foreseen = (request: QuoteRequest, periods: number): readonly number[] => {
  const { dueNow } = quoteCheckout(request)
  const charges = later(request)
  let { start, end } = nextPeriod(request.startsAt, { unit: 'months', count: 1 }, request.startsAt)
  const amounts = [dueNow.amount]
  while (amounts.length < periods) {
    const known = charges.filter(({ at }) => at <= end).at(-1)
    amounts.push(known?.amount ?? Number.NaN)
    start = end
    end = nextPeriod(request.startsAt, { unit: 'months', count: 1 }, start).end
  }
  return amounts
}

test('a discount for n periods is n discounted charges and then exactly the price, as foreseen and as renewed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 100_000 }),
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom(null, vat),
      (amount, hundredths, left, tax) => {
        const price = { amount, currency: 'EUR' } as const
        const discount = { ...spring, off: { kind: 'percent', hundredths } as const, left }
        const charged = (terms: PlanTerms) =>
          quoteRenewal({
            terms,
            period: nextPeriod('2026-01-31T10:00:00.000Z', { unit: 'months', count: 1 }, '2026-01-31T10:00:00.000Z'),
            balanceMinor: 0,
            paidTax: tax,
            tax,
          }).draft.dueNow.amount
        const reduced = charged({ ...libraryPlan, price, discount })
        const expected = Array.from({ length: 15 }, (_, n) => (n < left ? reduced : charged({ ...libraryPlan, price })))

        expect(foreseen(aPurchase({ terms: { ...libraryPlan, price, discount }, tax }), 15)).toEqual(expected)
      },
    ),
  )
})
