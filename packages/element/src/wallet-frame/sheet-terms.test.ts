import { expect, test } from 'vitest'
import { stripeAmountOptions, recurringRequest } from './sheet-terms.ts'
import type { RecurringTerms, WalletOffer } from '@billing-checkout/contract'

const page = 'https://shop.example.com'
const monthly: RecurringTerms = {
  amount: 1900,
  interval: 'months',
  interval_count: 1,
  starts_at: null,
  has_trial: false,
}
const offerOf = (changes: Partial<WalletOffer> = {}): WalletOffer => ({
  amount: 1900,
  currency: 'EUR',
  merchant: 'Lantern Books',
  label: 'Reader',
  is_stored: true,
  recurring: monthly,
  management_url: null,
  ...changes,
})

test('the sheet shows the amount due, and stores the method if a plan renews', () => {
  expect(stripeAmountOptions(offerOf())).toEqual({
    mode: 'payment',
    amount: 1900,
    currency: 'eur',
    setupFutureUsage: 'off_session',
  })
  expect(stripeAmountOptions(offerOf({ is_stored: false, recurring: null }))).toEqual({
    mode: 'payment',
    amount: 1900,
    currency: 'eur',
  })
})

test('if nothing is due the wallet is only set up', () => {
  expect(stripeAmountOptions(offerOf({ amount: 0 }))).toEqual({
    mode: 'setup',
    currency: 'eur',
    setupFutureUsage: 'off_session',
  })
})

test('a plan that renews from now on has its interval and the address to cancel it', () => {
  expect(recurringRequest(offerOf({ management_url: 'https://example.com/cancel' }), page)).toEqual({
    paymentDescription: 'Reader',
    managementURL: 'https://example.com/cancel',
    regularBilling: {
      label: 'Reader',
      amount: 1900,
      recurringPaymentIntervalUnit: 'month',
      recurringPaymentIntervalCount: 1,
    },
  })
  expect(recurringRequest(offerOf({ recurring: null }), page)).toBeUndefined()
})

test('a trial, free or paid, ends where the regular charges begin', () => {
  const recurring = { ...monthly, has_trial: true, starts_at: '2027-03-09T09:00:00.000Z' }
  const start = new Date('2027-03-09T09:00:00.000Z')

  expect(recurringRequest(offerOf({ amount: 100, recurring }), page)).toMatchObject({
    managementURL: page,
    regularBilling: { amount: 1900, recurringPaymentStartDate: start },
    trialBilling: { label: 'Reader', amount: 100, recurringPaymentEndDate: start },
  })
})

test.each([
  ['days', 10, 'day', 10],
  ['months', 3, 'month', 3],
  ['years', 1, 'year', 1],
] as const)('%s have units that Apple supports', (interval, interval_count, unit, count) => {
  const recurring = { ...monthly, interval, interval_count }

  expect(recurringRequest(offerOf({ recurring }), page)?.regularBilling).toMatchObject({
    recurringPaymentIntervalUnit: unit,
    recurringPaymentIntervalCount: count,
  })
})
