import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aChange, aSubscription, libraryPlan } from '../../testing/a-change.ts'
import { secondsBetween } from '../calendar/timestamp.ts'
import type { PlanTerms } from '../plan/terms-for-country.ts'
import { convertToTaxRule, type TaxRule } from '../tax/tax-on.ts'
import { nextPeriod } from '../subscription/next-period.ts'
import { quoteCheckout } from './quote-checkout.ts'
import { type QuotedSubscription, type QuoteRequest } from './quote-request.ts'

const inside: TaxRule = { rate: '0.19', behavior: 'inclusive', kind: 'vat' }
const onTop: TaxRule = { rate: '0.19', behavior: 'exclusive', kind: 'vat' }

const laterWith = (subscription: QuotedSubscription): QuoteRequest =>
  aChange({ prorationBillingMode: 'prorated_next_billing_period' }, subscription)

test('the rest of an exchanged period is credited once, at the price of the exchange', () => {
  const dear: PlanTerms = { ...libraryPlan, price: { amount: 4000, currency: 'EUR' } }
  const change = (terms: PlanTerms, subscription: QuotedSubscription) =>
    quoteCheckout({ ...laterWith(subscription), terms })
  const before = aSubscription()

  const there = change(dear, before)
  const backAgain = change(libraryPlan, {
    ...before,
    balanceMinor: there.balance,
    period: { ...before.period, costMinor: there.periodCost! },
  })

  // The plan change credits 300 (half of the 600 for 30 days) and charges 1,935 (15 of 31 days at 4,000). Changing back credits the 1,935,
  // give or take 1, and charges 484 (15 of 31 days at 1,000).
  expect(there).toMatchObject({ balance: 300 - 1935, periodCost: 3871 })
  expect(Math.abs(backAgain.balance - (300 - 484))).toBeLessThanOrEqual(1)
})

test('a change to the same price in the middle of a month changes nothing, however long the next month is', () => {
  const january = { start: '2026-01-01T00:00:00.000Z', end: '2026-02-01T00:00:00.000Z' }
  const subscription = aSubscription({
    anchor: january.start,
    period: { ...january, costMinor: 1000 },
    nextBillingDate: january.end,
  })

  expect(quoteCheckout({ ...laterWith(subscription), at: '2026-01-16T00:00:00.000Z' })).toMatchObject({
    balance: 0,
    periodCost: 1000,
    nextCharge: { amount: 1000 },
  })
})

test('a cheaper plan for the last ten of thirty days costs a third of its price and credits a third of the expensive one', () => {
  const april = { start: '2026-04-01T00:00:00.000Z', end: '2026-05-01T00:00:00.000Z' }
  const subscription = aSubscription({
    anchor: april.start,
    period: { ...april, costMinor: 6000 },
    nextBillingDate: april.end,
  })
  const terms: PlanTerms = { ...libraryPlan, price: { amount: 3000, currency: 'EUR' } }

  expect(quoteCheckout({ ...laterWith(subscription), terms, at: '2026-04-21T00:00:00.000Z' })).toMatchObject({
    balance: 1000 - 2000 + 2000,
    nextCharge: { amount: 2000 },
  })
})

const intervals = fc.oneof(
  fc.record({ unit: fc.constant('days' as const), count: fc.integer({ min: 1, max: 400 }) }),
  fc.record({ unit: fc.constant('months' as const), count: fc.integer({ min: 1, max: 14 }) }),
  fc.record({ unit: fc.constant('years' as const), count: fc.integer({ min: 1, max: 3 }) }),
)
const anchors = fc
  .integer({ min: Date.parse('2023-12-01T00:00:00Z') / 1000, max: Date.parse('2028-04-01T00:00:00Z') / 1000 })
  .map((second) => new Date(second * 1000).toISOString())
const prices = fc.integer({ min: 0, max: 10 ** 9 })
/** How much of a period has passed, in ten-thousandths. */
const parts = fc.integer({ min: 0, max: 10_000 })

/** A running period that is paid at the plan's price and begins some periods after the anchor. */
const running = fc
  .record({ anchor: anchors, interval: intervals, nth: fc.integer({ min: 0, max: 14 }), price: prices })
  .map(({ anchor, interval, nth, price }) => {
    let period = nextPeriod(anchor, interval, anchor)
    for (let n = 0; n < nth; n++) period = nextPeriod(period.anchor, interval, period.end)
    const subscription = aSubscription({
      anchor: period.anchor,
      period: { start: period.start, end: period.end, costMinor: price },
      nextBillingDate: period.end,
    })
    const terms: PlanTerms = { ...libraryPlan, interval, price: { amount: price, currency: 'EUR' } }
    return { subscription, terms }
  })

const instantIn = ({ start, end }: { readonly start: string; readonly end: string }, part: number): string =>
  new Date(Date.parse(start) + Math.floor(((Date.parse(end) - Date.parse(start)) * part) / 10_000)).toISOString()

test('a change to a plan of the same price and interval costs nothing, whatever part of the period is over', () => {
  fc.assert(
    fc.property(running, parts, ({ subscription, terms }, part) => {
      const at = instantIn(subscription.period, part)

      expect(quoteCheckout({ ...laterWith(subscription), terms, at })).toMatchObject({
        balance: 0,
        periodCost: terms.price.amount,
        nextCharge: { amount: terms.price.amount },
      })
    }),
  )
})

test('plan changes charge the used time on both plans, for intervals of any length', () => {
  fc.assert(
    fc.property(running, intervals, prices, parts, ({ subscription, terms: before }, interval, amount, part) => {
      const { period, anchor } = subscription
      const after: PlanTerms = { ...libraryPlan, interval, price: { amount, currency: 'EUR' } }
      const at = instantIn(period, part)
      const { start, end } = nextPeriod(anchor, interval, period.start)
      const used = secondsBetween(period.start, at)
      const whole = secondsBetween(period.start, period.end)

      const { balance, periodCost } = quoteCheckout({ ...laterWith(subscription), terms: after, at })

      const oldTime = (before.price.amount * used) / whole
      const newTime = (amount * (whole - used)) / secondsBetween(start, end)
      // The paid amount less the balance equals the price of the used time on the old plan plus that of the remaining time on the new plan.
      // Each of the two prices is rounded once, so the sums may differ by 1.
      expect(Math.abs(before.price.amount - balance - (oldTime + newTime))).toBeLessThanOrEqual(1.01)
      expect(Math.abs(periodCost! - (amount * whole) / secondsBetween(start, end))).toBeLessThanOrEqual(0.51)
    }),
  )
})

test('two changes in a row charge the used time on each plan once', () => {
  fc.assert(
    fc.property(running, prices, prices, parts, parts, ({ subscription, terms }, second, third, one, other) => {
      const { period } = subscription
      const [first, last] = [instantIn(period, Math.min(one, other)), instantIn(period, Math.max(one, other))]
      const at = (amount: number): PlanTerms => ({ ...terms, price: { amount, currency: 'EUR' } })

      const there = quoteCheckout({ ...laterWith(subscription), terms: at(second), at: first })
      const on = quoteCheckout({
        ...laterWith({
          ...subscription,
          balanceMinor: there.balance,
          period: { ...period, costMinor: there.periodCost! },
        }),
        terms: at(third),
        at: last,
      })

      const whole = secondsBetween(period.start, period.end)
      const used = [
        terms.price.amount * secondsBetween(period.start, first),
        second * secondsBetween(first, last),
        third * secondsBetween(last, period.end),
      ].reduce((sum, share) => sum + share / whole, 0)
      expect(Math.abs(terms.price.amount - on.balance - used)).toBeLessThanOrEqual(2.51)
    }),
  )
})

const taxes = fc.constantFrom(
  null,
  { rate: '0.19', behavior: 'inclusive', kind: 'vat' },
  { rate: '0.07', behavior: 'inclusive', kind: 'vat' },
  { rate: '0.19', behavior: 'exclusive', kind: 'vat' },
) satisfies fc.Arbitrary<TaxRule | null>

test.each<readonly [string, number, TaxRule | null, TaxRule | null, number]>([
  ['an inclusive 1,190 that is worth 1,000 where tax is on top', 1190, inside, onTop, 1000],
  ['an exclusive 1,000 that is worth 1,190 where tax is inside', 1000, onTop, inside, 1190],
  ['an inclusive 1,190 that stays what it is', 1190, inside, inside, 1190],
])('a change at once credits %s', (_, costMinor, paidTax, tax, credit) => {
  const { period } = aSubscription()
  const subscription = aSubscription({ paidTax, period: { ...period, costMinor } })
  const terms: PlanTerms = { ...libraryPlan, price: { amount: 5000, currency: 'EUR' } }
  const request = { ...laterWith(subscription), terms, tax, prorationBillingMode: 'prorated_immediately' } as const

  expect(quoteCheckout({ ...request, at: period.start }).subtotal).toBe(5000 - credit)
})

test('a change to the same price costs nothing if only the tax behavior has changed, and the price with it', () => {
  fc.assert(
    fc.property(running, parts, ({ subscription, terms }, part) => {
      const at = instantIn(subscription.period, part)
      const { period } = subscription
      const paid = { ...subscription, paidTax: onTop }
      const amount = convertToTaxRule(terms.price.amount, onTop, inside)

      const { balance } = quoteCheckout({
        ...laterWith(paid),
        terms: { ...terms, price: { amount, currency: 'EUR' } },
        tax: inside,
        at,
      })

      expect(period.costMinor).toBe(terms.price.amount)
      expect(Math.abs(balance)).toBeLessThanOrEqual(1)
    }),
  )
})

test('credit is converted to the present tax rule, and rounded once', () => {
  fc.assert(
    fc.property(running, taxes, taxes, parts, ({ subscription, terms }, paidTax, tax, part) => {
      const { period } = subscription
      const at = instantIn(period, part)

      const { lines } = quoteCheckout({
        ...laterWith({ ...subscription, paidTax }),
        terms,
        tax,
        at,
        prorationBillingMode: 'prorated_immediately',
      })

      const credit = -(lines.find(({ kind }) => kind === 'credit')?.amount ?? 0)
      const rate = Number(paidTax?.rate ?? 0)
      const [was, is] = [paidTax?.behavior === 'inclusive', tax?.behavior === 'inclusive']
      const worth = was === is ? 1 : was ? 1 / (1 + rate) : 1 + rate
      const share = secondsBetween(at, period.end) / secondsBetween(period.start, period.end)
      expect(Math.abs(credit - period.costMinor * share * worth)).toBeLessThanOrEqual(0.51)
    }),
  )
})
