import type { QuoteLine } from '@billing-checkout/domain'
import { expect, test } from 'vitest'
import type { FrozenClaim } from '../../store/schema/claims.ts'
import { buysWholePeriod } from './buys-whole-period.ts'

/** The claim of a checkout for a subscription whose new period costs 1000 minor units. */
const aClaim = (
  { subtotal, lines }: { readonly subtotal: number; readonly lines: readonly QuoteLine[] },
  claim: Partial<FrozenClaim>,
): FrozenClaim => ({
  hash: 'hash',
  terms: {
    id: 'price_1',
    name: 'Reader',
    type: 'recurring',
    interval: { unit: 'months', count: 1 },
    price: { amount: 1000, currency: 'EUR' },
    trial: null,
  },
  withTrial: false,
  draft: {
    at: '2027-01-01T00:00:00.000Z',
    lines: [{ kind: 'plan', label: 'Reader', amount: 1000 }, ...lines],
    subtotal,
    tax: { amount: 0, rule: null },
    dueNow: { amount: subtotal, currency: 'EUR' },
    nextCharge: null,
    recurring: null,
    balance: 0,
    restartsCycle: true,
    periodCost: null,
  },
  later: [],
  tax: { kind: 'not_collected', asks: [], needs: [] },
  balanceBefore: 0,
  paidTax: null,
  creditsUnusedTime: false,
  quotedOn: null,
  ...claim,
})

const line = (kind: QuoteLine['kind'], amount: number): QuoteLine => ({ kind, label: 'Reader', amount })

test.each<readonly [string, Parameters<typeof aClaim>, boolean]>([
  ['the price alone', [{ subtotal: 1000, lines: [] }, {}], true],
  ['the price where a debt has died', [{ subtotal: 1000, lines: [] }, { balanceBefore: -620 }], true],
  [
    'the price and what is left of a debt',
    [{ subtotal: 1500, lines: [line('surcharge', 500)] }, { balanceBefore: -1120 }],
    true,
  ],
  [
    'the price less credit that was there before',
    [{ subtotal: 700, lines: [line('credit', -300)] }, { balanceBefore: 300 }],
    true,
  ],
  [
    'nothing, as credit is more than the price',
    [{ subtotal: 0, lines: [line('credit', -1300), line('kept', 300)] }, { balanceBefore: 1300 }],
    true,
  ],
  [
    'the price less credit of a customer who is new',
    [{ subtotal: 700, lines: [line('customer_credit', -300)] }, {}],
    true,
  ],
  [
    'the price less credit of the customer, for a subscription',
    [
      { subtotal: 700, lines: [line('customer_credit', -300)] },
      { balanceBefore: 0, creditsUnusedTime: false },
    ],
    true,
  ],
  [
    'the price less what cannot be charged',
    [{ subtotal: 993, lines: [line('rounding', -7)] }, { balanceBefore: 0 }],
    true,
  ],
  [
    'the price less credit for unused time',
    [
      { subtotal: 700, lines: [line('credit', -300)] },
      { balanceBefore: 0, creditsUnusedTime: true },
    ],
    false,
  ],
  ['the price of a trial', [{ subtotal: 1000, lines: [] }, { withTrial: true }], false],
])('a claim over %s buys a whole period or not', (_, [sums, claim], isWhole) => {
  expect(buysWholePeriod(aClaim(sums, claim))).toBe(isWhole)
})
