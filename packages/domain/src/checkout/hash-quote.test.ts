import { expect, test } from 'vitest'
import type { PlanTerms } from '../plan/terms-for-country.ts'
import { hashQuote } from './hash-quote.ts'
import { quoteCheckout, type QuoteDraft, type QuoteRequest } from './quote-checkout.ts'

const now = '2026-01-31T10:00:00.000Z'

const monthly: PlanTerms = {
  id: 'price_1',
  name: 'Reader',
  type: 'recurring',
  interval: { unit: 'months', count: 1 },
  price: { amount: 1000, currency: 'EUR' },
  trial: { interval: { unit: 'days', count: 7 }, price: null },
}

const quote = (request: Partial<QuoteRequest> = {}): QuoteDraft =>
  quoteCheckout({
    purpose: 'subscribe',
    at: now,
    startsAt: now,
    terms: monthly,
    withTrial: false,
    tax: null,
    subscription: null,
    prorationBillingMode: 'prorated_immediately',
    ...request,
  })

const hashOf = (request: Partial<QuoteRequest>): string => hashQuote('price_1', quote(request))

test('the hash is the same for the same terms, however many seconds the shopper types', () => {
  expect(hashOf({ startsAt: '2026-01-31T10:25:00.000Z' })).toBe(hashOf({}))
})

test.each<readonly [string, Partial<QuoteRequest>]>([
  ['a price', { terms: { ...monthly, price: { amount: 1001, currency: 'EUR' } } }],
  ['a currency', { terms: { ...monthly, price: { amount: 1000, currency: 'USD' } } }],
  ['a trial', { withTrial: true }],
  ['a tax inside the price', { tax: { rate: '0.1', behavior: 'inclusive' } }],
  ['another day for the next charge', { startsAt: '2026-02-01T00:05:00.000Z' }],
])('the hash is another for %s', (_, request) => {
  expect(hashOf(request)).not.toBe(hashOf({}))
})

test('the hash of a free trial is another where the price after it is', () => {
  const dearer: PlanTerms = { ...monthly, price: { amount: 2000, currency: 'EUR' } }

  expect(hashOf({ withTrial: true, terms: dearer })).not.toBe(hashOf({ withTrial: true }))
})

test.each<readonly [string, (draft: QuoteDraft) => QuoteDraft]>([
  ['what is due now', (draft) => ({ ...draft, dueNow: { ...draft.dueNow, amount: 1 } })],
  ['the currency', (draft) => ({ ...draft, dueNow: { ...draft.dueNow, currency: 'USD' } })],
  ['the tax', (draft) => ({ ...draft, tax: { ...draft.tax, amount: 1 } })],
  ['the side of the tax', (draft) => ({ ...draft, tax: { amount: 0, rule: { rate: '0', behavior: 'inclusive' } } })],
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
  const draft = quote({ withTrial: true, tax: { rate: '0', behavior: 'exclusive' } })

  expect(hashQuote('price_1', change(draft))).not.toBe(hashQuote('price_1', draft))
})

test('another plan makes another hash', () => {
  expect(hashQuote('price_2', quote())).not.toBe(hashQuote('price_1', quote()))
})
