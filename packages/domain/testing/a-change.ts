import type { QuotedSubscription, QuoteRequest } from '../src/checkout/quote-request.ts'
import { noDebt } from '../src/checkout/subscription-debt.ts'
import type { PlanTerms } from '../src/plan/terms-for-country.ts'

/** The middle of the 30 days that {@link aSubscription} has paid for. */
export const halfWay = '2026-01-31T10:00:00.000Z'

/** A plan that costs 10.00 a month. */
export const libraryPlan: PlanTerms = {
  id: 'price_2',
  name: 'Library',
  type: 'recurring',
  interval: { unit: 'months', count: 1 },
  price: { amount: 1000, currency: 'EUR' },
  trial: null,
}

/** A subscription to Reader, whose running period cost 6.00. */
export const aSubscription = (subscription: Partial<QuotedSubscription> = {}): QuotedSubscription => ({
  planName: 'Reader',
  anchor: '2026-01-16T10:00:00.000Z',
  period: { start: '2026-01-16T10:00:00.000Z', end: '2026-02-15T10:00:00.000Z', costMinor: 600 },
  nextBillingDate: '2026-02-15T10:00:00.000Z',
  balanceMinor: 0,
  paidTax: null,
  earnsCredit: true,
  restartCredit: null,
  inTrial: false,
  writtenOffMinor: 0,
  owed: noDebt,
  ...subscription,
})

/** A shopper who has no subscription buys Library. */
export const aPurchase = (purchase: Partial<QuoteRequest> = {}): QuoteRequest => ({
  purpose: 'subscribe',
  at: halfWay,
  startsAt: halfWay,
  terms: libraryPlan,
  withTrial: false,
  tax: null,
  subscription: null,
  prorationBillingMode: 'prorated_immediately',
  ...purchase,
})

/** A shopper changes from Reader to Library. */
export const aChange = (
  change: Partial<QuoteRequest> = {},
  subscription: Partial<QuotedSubscription> = {},
): QuoteRequest => aPurchase({ purpose: 'change_plan', subscription: aSubscription(subscription), ...change })
