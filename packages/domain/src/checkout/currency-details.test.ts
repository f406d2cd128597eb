import { expect, test } from 'vitest'
import type { RateTable } from '../money/convert-money.ts'
import type { PlanTerms } from '../plan/terms-for-country.ts'
import { currencyDetails, type DisplayRequest } from './currency-details.ts'

const rates: RateTable = {
  date: '2026-01-01',
  source: 'test',
  perUsd: { USD: '1', EUR: '0.8', JPY: '150', IQD: '1310', CHF: '0.9' },
}

const terms: PlanTerms = {
  id: 'price_1',
  name: 'Reader',
  type: 'recurring',
  interval: { unit: 'months', count: 1 },
  price: { amount: 1000, currency: 'EUR' },
  trial: { interval: { unit: 'days', count: 7 }, price: null },
}

const aRequest = (request: Partial<DisplayRequest> = {}): DisplayRequest => ({
  terms,
  dueNow: { amount: 0, currency: 'EUR' },
  country: null,
  rates,
  locale: 'en',
  rounding: 'charm',
  ...request,
})

test('without a country the local currency is the charged one, at rate 1', () => {
  expect(currencyDetails(aRequest()).plan.local).toEqual({
    amount: 1000,
    currency: 'EUR',
    currency_decimals: 2,
    currency_exchange_rate: 1,
    currency_position: 'left',
    currency_symbol: '€',
    formatted_amount: '€10.00',
    formatted_amount_rounded: '€10.99',
  })
})

test('a Japanese shopper sees yen next to the euros that are charged', () => {
  const { plan } = currencyDetails(aRequest({ country: 'JP' }))

  expect(plan.local).toMatchObject({
    amount: 1875,
    currency: 'JPY',
    currency_decimals: 0,
    currency_exchange_rate: 187.5,
    formatted_amount_rounded: '¥1,899',
  })
  expect(plan.payment).toMatchObject({ amount: 1000, currency: 'EUR', formatted_amount: '€10.00' })
})

test('Iraqi dinars have three decimals, whatever CLDR says', () => {
  const { local } = currencyDetails(aRequest({ country: 'IQ', locale: 'en' })).plan

  expect(local).toMatchObject({ amount: 16_375_000, currency_decimals: 3 })
  expect(local.formatted_amount).toContain('16,375.000')
})

test.each([
  ['a country without a currency', { country: 'AQ' }],
  ['a currency without a rate', { country: 'MX' }],
  ['no rate fresh enough to show', { country: 'JP', rates: undefined }],
  [
    'an amount that is too large in the local currency',
    { country: 'IQ', terms: { ...terms, price: { amount: 10 ** 12, currency: 'EUR' } } },
  ],
] as const)('for %s, the charged currency is shown', (_, request) => {
  expect(currencyDetails(aRequest(request)).plan.local).toMatchObject({ currency: 'EUR', currency_exchange_rate: 1 })
})

test('a free trial has the amount 0, and a plan without a trial has none', () => {
  expect(currencyDetails(aRequest()).plan.trial?.payment.amount).toBe(0)
  expect(currencyDetails(aRequest({ terms: { ...terms, trial: null } })).plan.trial).toBeNull()
})

test('the locale changes how money is written and never what is charged', () => {
  const { plan } = currencyDetails(aRequest({ locale: 'de' }))

  expect(plan.payment).toMatchObject({ amount: 1000, currency: 'EUR', currency_position: 'right' })
  expect(plan.payment.formatted_amount).toBe('10,00\u00a0€')
})
