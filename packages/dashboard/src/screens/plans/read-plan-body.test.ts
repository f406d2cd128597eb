import { countryCodes } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { InputFault } from '../../parts/form-dialog.ts'
import { createSay } from '../../words/say.ts'
import { countries, countriesIn } from './countries.ts'
import { readPlanBody } from './read-plan-body.ts'

const say = createSay('en')

const aForm = (fields: Readonly<Record<string, string>> = {}): FormData => {
  const form = new FormData()
  const all = {
    name: ' Seats ',
    type: 'recurring',
    interval: 'months',
    interval_count: '1',
    trial_interval: '',
    group: '',
    amount_0: '10',
    currency_0: 'usd',
    ...fields,
  }
  for (const [name, value] of Object.entries(all)) form.set(name, value)
  return form
}

test('a form with prices in three currencies becomes one plan in minor units', () => {
  const form = aForm({
    countries_2: 'de, at fr',
    amount_2: '9,90',
    currency_2: 'EUR',
    countries_5: 'JP',
    amount_5: '1500',
    currency_5: 'JPY',
  })

  expect(readPlanBody(form, [0, 2, 5], say)).toEqual({
    name: 'Seats',
    type: 'recurring',
    interval: 'months',
    interval_count: 1,
    price: {
      default: { amount: 1000, currency: 'USD' },
      countries: [
        { countries: ['DE', 'AT', 'FR'], price: { amount: 990, currency: 'EUR' } },
        { countries: ['JP'], price: { amount: 1500, currency: 'JPY' } },
      ],
    },
  })
})

test('a trial without an amount is free, and one with an amount has a price in the currency of each row', () => {
  const trial = {
    trial_interval: 'days',
    trial_interval_count: '14',
    countries_1: 'DE',
    amount_1: '9',
    currency_1: 'EUR',
  }
  const free = readPlanBody(aForm(trial), [0, 1], say)
  const paid = readPlanBody(aForm({ ...trial, trial_0: '1', trial_1: '0.5' }), [0, 1], say)

  expect(free).toMatchObject({ trial_interval: 'days', trial_interval_count: 14 })
  expect(free).not.toHaveProperty('trial_price')
  expect(paid.trial_price).toEqual({
    default: { amount: 100, currency: 'USD' },
    countries: [{ countries: ['DE'], price: { amount: 50, currency: 'EUR' } }],
  })
})

test('a one-off plan has neither interval, trial nor group, whatever was typed before', () => {
  const body = readPlanBody(aForm({ type: 'one-off', trial_interval: 'days', group: 'Books' }), [0], say)

  expect(body).toEqual({
    name: 'Seats',
    type: 'one-off',
    price: { default: { amount: 1000, currency: 'USD' }, countries: [] },
  })
})

test('quantity and tax are sent only if the form names them', () => {
  expect(readPlanBody(aForm({ quantity_min: '2', quantity_max: '20', tax: 'false' }), [0], say)).toMatchObject({
    quantity: { min: 2, max: 20 },
    tax: { collect_tax: false },
  })
})

test.each([
  [{ currency_0: 'XXX' }, 'XXX is no currency that you can sell in.'],
  [{ currency_0: 'JPY', amount_0: '9.90' }, 'Enter an amount in JPY, such as 1.'],
  [{ amount_0: '-1' }, 'Enter an amount in USD, such as 1.00.'],
  [{ interval_count: '0' }, 'Charged every must be a whole number from 1 to 1000.'],
  [{ quantity_min: '1.5', quantity_max: '3' }, 'Smallest quantity must be a whole number from 1 to 100000.'],
  [
    { countries_1: 'Germany', amount_1: '9', currency_1: 'EUR' },
    'Enter countries as codes of two letters, such as DE, AT.',
  ],
])('%j is refused with a sentence', (fields, sentence) => {
  expect(() => readPlanBody(aForm(fields), [0, ...('countries_1' in fields ? [1] : [])], say)).toThrow(
    new InputFault(sentence),
  )
})

test('the countries are those of the interface that have a currency, with names in the language of the user', () => {
  expect(countryCodes.filter((code) => !countries.includes(code))).toEqual(['AQ'])
  expect(countries.filter((code) => !countryCodes.includes(code))).toEqual([])
  expect(countriesIn('de')).toContainEqual(['DE', 'Deutschland'])
})
