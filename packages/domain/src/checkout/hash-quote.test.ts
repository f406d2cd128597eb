import { expect, test } from 'vitest'
import { aChange, aPurchase } from '../../testing/a-change.ts'
import type { PlanTerms } from '../plan/terms-for-country.ts'
import { hashQuote } from './hash-quote.ts'
import { type LaterCharge, laterCharges } from './later-charges.ts'
import { quoteCheckout } from './quote-checkout.ts'
import { type QuoteDraft, type QuoteRequest } from './quote-request.ts'

const now = '2026-01-31T10:00:00.000Z'

const monthly: PlanTerms = {
  id: 'price_1',
  name: 'Reader',
  type: 'recurring',
  interval: { unit: 'months', count: 1 },
  price: { amount: 1000, currency: 'EUR' },
  trial: { interval: { unit: 'days', count: 7 }, price: null },
}

const requestOf = (request: Partial<QuoteRequest>): QuoteRequest =>
  aPurchase({ at: now, startsAt: now, terms: monthly, ...request })

const quote = (request: Partial<QuoteRequest> = {}): QuoteDraft => quoteCheckout(requestOf(request))

const hashOfRequest = (request: QuoteRequest): string => {
  const draft = quoteCheckout(request)
  return hashQuote('price_1', draft, laterCharges(request, draft))
}

const hashOf = (request: Partial<QuoteRequest>): string => hashOfRequest(requestOf(request))

test('the hash stays the same while the shopper types', () => {
  expect(hashOf({ startsAt: '2026-01-31T10:25:00.000Z' })).toBe(hashOf({}))
})

test.each<readonly [string, Partial<QuoteRequest>]>([
  ['a price', { terms: { ...monthly, price: { amount: 1001, currency: 'EUR' } } }],
  ['a currency', { terms: { ...monthly, price: { amount: 1000, currency: 'USD' } } }],
  ['a trial', { withTrial: true }],
  ['credit of the customer', { customerCredit: { minor: 300, minimumDue: 50 } }],
  ['a tax inside the price', { tax: { rate: '0.1', behavior: 'inclusive', kind: 'vat' } }],
  ['another day for the next charge', { startsAt: '2026-02-01T00:05:00.000Z' }],
])('the hash is another for %s', (_, request) => {
  expect(hashOf(request)).not.toBe(hashOf({}))
})

test('another price after a free trial changes the hash', () => {
  const dearer: PlanTerms = { ...monthly, price: { amount: 2000, currency: 'EUR' } }

  expect(hashOf({ withTrial: true, terms: dearer })).not.toBe(hashOf({ withTrial: true }))
})

test.each<readonly [string, (draft: QuoteDraft) => QuoteDraft]>([
  ['what is due now', (draft) => ({ ...draft, dueNow: { ...draft.dueNow, amount: 1 } })],
  ['the currency', (draft) => ({ ...draft, dueNow: { ...draft.dueNow, currency: 'USD' } })],
  ['the tax', (draft) => ({ ...draft, tax: { ...draft.tax, amount: 1 } })],
  [
    'the side of the tax',
    (draft) => ({ ...draft, tax: { amount: 0, rule: { rate: '0', behavior: 'inclusive', kind: 'vat' } } }),
  ],
  ['the trial', (draft) => ({ ...draft, lines: [] })],
  ['the recurring amount', (draft) => ({ ...draft, recurring: { ...draft.recurring!, amount: 1001 } })],
  [
    'the unit of the interval',
    (draft) => ({ ...draft, recurring: { ...draft.recurring!, interval: { unit: 'days', count: 1 } } }),
  ],
  [
    'the length of the interval',
    (draft) => ({ ...draft, recurring: { ...draft.recurring!, interval: { unit: 'months', count: 2 } } }),
  ],
  ['the next charge', (draft) => ({ ...draft, nextCharge: { ...draft.nextCharge!, amount: 999 } })],
  [
    'the day of the next charge',
    (draft) => ({ ...draft, nextCharge: { ...draft.nextCharge!, at: '2026-02-06T10:00:00.000Z' } }),
  ],
])('%s alone makes another hash', (_, change) => {
  const draft = quote({ withTrial: true, tax: { rate: '0', behavior: 'exclusive', kind: 'vat' } })

  expect(hashQuote('price_1', change(draft), [])).not.toBe(hashQuote('price_1', draft, []))
})

test('another plan changes the hash', () => {
  expect(hashQuote('price_2', quote(), [])).not.toBe(hashQuote('price_1', quote(), []))
})

/** A plan change of a subscription with this credit. A credit of 3,300 covers the next three charges and 300 of the fourth. */
const aCredited = (balanceMinor: number): QuoteRequest =>
  aChange({ prorationBillingMode: 'do_not_bill' }, { balanceMinor })

test('less credit changes the hash, even if nothing is charged now and next', () => {
  const [before, after] = [aCredited(3300), aCredited(3299)]

  expect(quoteCheckout(after)).toEqual({ ...quoteCheckout(before), balance: 3299 })
  expect(hashOfRequest(after)).not.toBe(hashOfRequest(before))
})

test.each<readonly [string, 'another' | 'the same', Partial<LaterCharge>]>([
  ['another amount', 'another', { amount: 701 }],
  ['another day', 'another', { at: '2026-05-16T10:00:00.000Z' }],
  ['another time of that day', 'the same', { at: '2026-05-15T23:59:59.000Z' }],
  ['other lines', 'the same', { lines: [] }],
])('%s of a later charge: %s hash', (_, which, change) => {
  const request = aCredited(3300)
  const draft = quoteCheckout(request)
  const [next, lowered, ...rest] = laterCharges(request, draft)
  const hashWith = (charge: LaterCharge) => hashQuote('price_1', draft, [next!, charge, ...rest])

  expect(lowered).toMatchObject({ amount: 700, at: '2026-05-15T10:00:00.000Z' })
  expect(hashWith({ ...lowered!, ...change }) === hashWith(lowered!)).toBe(which === 'the same')
})

test('a price that credit covers has another hash than a price of 0', () => {
  const draft = quoteCheckout(requestOf({ customerCredit: { minor: 1000, minimumDue: 50 } }))
  const { lines, ...free } = draft

  expect(draft.dueNow.amount).toBe(0)
  expect(hashQuote('price_1', { ...free, lines: [] }, [])).not.toBe(hashQuote('price_1', draft, []))
  expect(lines).toHaveLength(2)
})
