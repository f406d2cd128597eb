import { expect, test } from 'vitest'
import { monthlyAmountInStatus, monthlyRevenue, type RecurringTerms, revenueChange } from './monthly-revenue.ts'

const monthly: RecurringTerms = {
  unitPrice: 1000,
  quantity: 1,
  off: null,
  interval: 'months',
  intervalCount: 1,
  tax: null,
}

test.each([
  ['a month’s price', {}, 1000],
  ['a third of a quarter’s', { intervalCount: 3 }, 333],
  ['a twelfth of a year’s', { interval: 'years', unitPrice: 10_000 }, 833],
  // 500 × 365.25 ÷ 12 ÷ 28 is 543.53.
  ['as many periods of 28 days as an average month has', { interval: 'days', intervalCount: 28, unitPrice: 500 }, 544],
  ['the price of every unit', { quantity: 7 }, 7000],
  ['the price less its discount', { off: { kind: 'percent', hundredths: 1250 }, quantity: 3 }, 2625],
  ['nothing if the discount is more than the price', { off: { kind: 'amount', amount: 9000, currency: 'EUR' } }, 0],
  ['the price without the tax in it', { tax: { rate: '0.19', behavior: 'inclusive', kind: 'vat' } }, 840],
  ['the whole price if tax comes on top', { tax: { rate: '0.19', behavior: 'exclusive', kind: 'vat' } }, 1000],
] satisfies [string, Partial<RecurringTerms>, number][])('monthly revenue is %s', (_, terms, expected) => {
  expect(monthlyRevenue({ ...monthly, ...terms })).toBe(expected)
})

test.each([
  ['trial', undefined, 0],
  ['active', undefined, 1000],
  ['past_due', undefined, 1000],
  ['cancelled', { amount: 1000, status: 'active' }, 0],
  ['scheduled_for_cancellation', { amount: 1000, status: 'active' }, 1000],
  // The subscription was cancelled in its trial.
  ['scheduled_for_cancellation', undefined, 0],
] as const)('a subscription that is %s after %o counts %i', (status, before, expected) => {
  expect(monthlyAmountInStatus(status, 1000, before)).toBe(expected)
})

test.each([
  [undefined, { amount: 500, status: 'active' }, { movement: 'new', amount: 500 }],
  [{ amount: 500, status: 'active' }, { amount: 500, status: 'past_due' }, null],
  [
    { amount: 500, status: 'active' },
    { amount: 900, status: 'active' },
    { movement: 'expansion', amount: 400 },
  ],
  [
    { amount: 900, status: 'active' },
    { amount: 500, status: 'active' },
    { movement: 'contraction', amount: -400 },
  ],
  [
    { amount: 500, status: 'active' },
    { amount: 0, status: 'active' },
    { movement: 'contraction', amount: -500 },
  ],
  [
    { amount: 0, status: 'active' },
    { amount: 500, status: 'active' },
    { movement: 'expansion', amount: 500 },
  ],
  [
    { amount: 500, status: 'active' },
    { amount: 0, status: 'cancelled' },
    { movement: 'churn_voluntary', amount: -500 },
  ],
  [
    { amount: 500, status: 'past_due' },
    { amount: 0, status: 'cancelled' },
    { movement: 'churn_involuntary', amount: -500 },
  ],
  [
    { amount: 0, status: 'cancelled' },
    { amount: 500, status: 'active' },
    { movement: 'reactivation', amount: 500 },
  ],
] as const)('%o, then %o, is the movement %o', (before, after, expected) => {
  expect(revenueChange(before, { ...after, endedUnpaid: false })).toEqual(expected)
})

test('a subscription that ends with its first declined charge is involuntary churn', () => {
  const ended = { amount: 0, status: 'cancelled', endedUnpaid: true } as const

  expect(revenueChange({ amount: 500, status: 'active' }, ended)).toEqual({
    movement: 'churn_involuntary',
    amount: -500,
  })
})
