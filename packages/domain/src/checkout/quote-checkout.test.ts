import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aChange, aPurchase, aSubscription, libraryPlan } from '../../testing/a-change.ts'
import type { PlanTerms } from '../plan/terms-for-country.ts'
import type { RetriedCharge } from './subscription-debt.ts'
import { quoteCheckout } from './quote-checkout.ts'
import { type QuotedSubscription, type QuoteRequest } from './quote-request.ts'

test('a new subscription costs its price now and again a month later, on the last day of a shorter month', () => {
  expect(quoteCheckout(aPurchase())).toMatchObject({
    dueNow: { amount: 1000, currency: 'EUR' },
    nextCharge: { amount: 1000, at: '2026-02-28T10:00:00.000Z' },
    recurring: { amount: 1000 },
  })
})

test('a free trial costs nothing now and the price when it ends', () => {
  const terms: PlanTerms = { ...libraryPlan, trial: { interval: { unit: 'days', count: 7 }, price: null } }

  expect(quoteCheckout(aPurchase({ terms, withTrial: true }))).toMatchObject({
    lines: [{ kind: 'trial', amount: 0 }],
    dueNow: { amount: 0 },
    nextCharge: { amount: 1000, at: '2026-02-07T10:00:00.000Z' },
  })
})

test('a trial that the customer has already had is not offered again', () => {
  const terms: PlanTerms = { ...libraryPlan, trial: { interval: { unit: 'days', count: 7 }, price: null } }

  expect(quoteCheckout(aPurchase({ terms, withTrial: false })).dueNow.amount).toBe(1000)
})

test('exclusive tax is added to the price, now and later', () => {
  expect(quoteCheckout(aPurchase({ tax: { rate: '0.19', behavior: 'exclusive', kind: 'vat' } }))).toMatchObject({
    subtotal: 1000,
    tax: { amount: 190 },
    dueNow: { amount: 1190 },
    nextCharge: { amount: 1190 },
    recurring: { amount: 1190 },
  })
})

test('inclusive tax is part of the price', () => {
  expect(quoteCheckout(aPurchase({ tax: { rate: '0.19', behavior: 'inclusive', kind: 'vat' } }))).toMatchObject({
    lines: [{ kind: 'plan', amount: 1000 }],
    subtotal: 1000,
    tax: { amount: 160 },
    dueNow: { amount: 1000 },
  })
})

test('a change of plan credits the unused half of the period and names the plan that was unused', () => {
  const quote = quoteCheckout(aChange())

  expect(quote).toMatchObject({
    lines: [
      { kind: 'plan', label: 'Library', amount: 1000 },
      { kind: 'credit', label: 'Reader', amount: -300 },
    ],
    dueNow: { amount: 700 },
    nextCharge: { amount: 1000, at: '2026-02-28T10:00:00.000Z' },
    balance: 0,
    restartsCycle: true,
  })
})

test('credit beyond the new price stays and lowers the next charge', () => {
  const subscription = aSubscription({
    period: { start: '2026-01-16T10:00:00.000Z', end: '2026-02-15T10:00:00.000Z', costMinor: 3000 },
  })

  expect(quoteCheckout(aChange({ subscription }))).toMatchObject({
    dueNow: { amount: 0 },
    balance: 500,
    nextCharge: { amount: 500 },
  })
})

test.each([
  ['full_immediately', { dueNow: 1000, next: 1000, at: '2026-02-28T10:00:00.000Z', balance: 0, restarts: true }],
  ['do_not_bill', { dueNow: 0, next: 1000, at: '2026-02-15T10:00:00.000Z', balance: 0, restarts: false }],
  ['full_next_billing_period', { dueNow: 0, next: 1000, at: '2026-02-15T10:00:00.000Z', balance: 0, restarts: false }],
  // The rest of the period, 15 of the 31 days from 16 January to 16 February, costs 484 on the new plan. The next charge is 1,000 plus 484,
  // less the credit of 300 for the unused time.
  [
    'prorated_next_billing_period',
    { dueNow: 0, next: 1184, at: '2026-02-15T10:00:00.000Z', balance: -184, restarts: false },
  ],
] as const)('a change billed %s', (prorationBillingMode, expected) => {
  const quote = quoteCheckout(aChange({ prorationBillingMode }))

  expect({
    dueNow: quote.dueNow.amount,
    next: quote.nextCharge?.amount,
    at: quote.nextCharge?.at,
    balance: quote.balance,
    restarts: quote.restartsCycle,
  }).toEqual(expected)
})

test('a past due subscription earns no credit when its plan is changed', () => {
  const subscription = aSubscription({ earnsCredit: false })

  expect(quoteCheckout(aChange({ subscription })).dueNow.amount).toBe(1000)
})

test('a reactivated subscription gets credit for its unused time, and owes its whole balance', () => {
  const { period } = aSubscription()
  const subscription = aSubscription({
    earnsCredit: false,
    period: { ...period, costMinor: 800 },
    balanceMinor: 0,
    restartCredit: { balanceMinor: -30 },
  })

  expect(quoteCheckout(aPurchase({ purpose: 'recover', subscription }))).toMatchObject({
    lines: [
      { kind: 'plan', amount: 1000 },
      { kind: 'credit', amount: -370 },
    ],
    dueNow: { amount: 630 },
    balance: 0,
  })
  expect(quoteCheckout(aChange({ subscription })).dueNow.amount).toBe(1000)
})

test.each([
  ['recover', 'prorated_immediately'],
  ['change_plan', 'full_immediately'],
] as const)(
  'a surcharge of an earlier change is charged with the next charge: %s, %s',
  (purpose, prorationBillingMode) => {
    const subscription = aSubscription({ balanceMinor: -250, earnsCredit: false })

    expect(quoteCheckout(aPurchase({ purpose, prorationBillingMode, subscription }))).toMatchObject({
      lines: [
        { kind: 'plan', amount: 1000 },
        { kind: 'surcharge', amount: 250 },
      ],
      dueNow: { amount: 1250 },
      balance: 0,
      nextCharge: { amount: 1000 },
    })
  },
)

const aRetriedCharge = (amountMinor: number): RetriedCharge => ({
  amountMinor,
  lines: [{ kind: 'plan', label: 'Reader', amount: amountMinor }],
  balanceUsedMinor: 0,
  tax: null,
  period: {
    anchor: '2026-01-16T10:00:00.000Z',
    start: '2026-02-15T10:00:00.000Z',
    end: '2026-03-16T10:00:00.000Z',
  },
  interval: { unit: 'months', count: 1 },
})

test.each(['do_not_bill', 'full_next_billing_period', 'prorated_next_billing_period'] as const)(
  'an owed price is retried as it was frozen, before the new price is charged: %s',
  (prorationBillingMode) => {
    const owed = { retried: aRetriedCharge(600), outstandingMinor: 0, outstandingTax: null }
    const tax = { rate: '0.1', behavior: 'exclusive', kind: 'vat' } as const
    const request = aPurchase({
      purpose: 'change_plan',
      prorationBillingMode,
      tax,
      subscription: aSubscription({ owed }),
    })

    expect(quoteCheckout(request)).toMatchObject({
      dueNow: { amount: 0 },
      nextCharge: { amount: 600, at: '2026-02-15T10:00:00.000Z' },
      recurring: { amount: 1100 },
      balance: 0,
      periodCost: null,
    })
  },
)

test('the next charge adds money that never settled for an earlier period', () => {
  const subscription = aSubscription({ owed: { retried: null, outstandingMinor: 100, outstandingTax: null } })

  expect(quoteCheckout(aPurchase({ purpose: 'update_method', subscription }))).toMatchObject({
    nextCharge: { amount: 1100 },
    balance: 0,
  })
})

const laterWith = (subscription: QuotedSubscription): QuoteRequest =>
  aChange({ prorationBillingMode: 'prorated_next_billing_period', subscription })

test('an owed period is paid in full, so no part of it is exchanged', () => {
  const subscription = aSubscription({ earnsCredit: false, balanceMinor: 40 })

  expect(quoteCheckout(laterWith(subscription))).toMatchObject({
    dueNow: { amount: 0 },
    balance: 40,
    periodCost: null,
    nextCharge: { amount: 960 },
  })
})

test('a plan change in a trial exchanges nothing, and changes only the plan after it', () => {
  const subscription = aSubscription({ inTrial: true, period: { ...aSubscription().period, costMinor: 0 } })

  expect(quoteCheckout(aChange({ prorationBillingMode: 'prorated_next_billing_period', subscription }))).toMatchObject({
    dueNow: { amount: 0 },
    balance: 0,
    periodCost: null,
    nextCharge: { amount: 1000 },
  })
})

test('resuming costs nothing and the next charge keeps its date', () => {
  expect(quoteCheckout(aPurchase({ purpose: 'resume', subscription: aSubscription() }))).toMatchObject({
    dueNow: { amount: 0 },
    nextCharge: { amount: 1000, at: '2026-02-15T10:00:00.000Z' },
  })
})

test('lines and tax always sum to the amount due, which is never negative, and no credit is lost', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 9 }),
      fc.integer({ min: 0, max: 10 ** 9 }),
      fc.integer({ min: 0, max: 10 ** 9 }),
      fc.integer({ min: 0, max: 30 * 86_400 }),
      (price, costMinor, balanceMinor, secondsUsed) => {
        const at = new Date(Date.parse('2026-01-16T10:00:00Z') + secondsUsed * 1000).toISOString()
        const subscription = aSubscription({ balanceMinor, period: { ...aSubscription().period, costMinor } })
        const terms: PlanTerms = { ...libraryPlan, price: { amount: price, currency: 'EUR' } }
        const tax = { rate: '0.2', behavior: 'exclusive', kind: 'vat' } as const

        const quote = quoteCheckout(aChange({ at, startsAt: at, terms, tax, subscription }))

        const amountOf = (kind: string) => quote.lines.find((line) => line.kind === kind)?.amount ?? 0
        const spent = -(amountOf('credit') + amountOf('kept'))
        expect(amountOf('kept')).toBe(quote.balance)
        expect(quote.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(quote.dueNow.amount)
        expect(quote.dueNow.amount).toBeGreaterThanOrEqual(0)
        expect(spent + quote.balance).toBeGreaterThanOrEqual(balanceMinor)
        expect(spent + quote.balance).toBeLessThanOrEqual(balanceMinor + costMinor)
      },
    ),
  )
})
