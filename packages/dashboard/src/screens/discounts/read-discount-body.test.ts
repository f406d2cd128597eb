import type { Discount } from '@billing-checkout/client'
import { expect, test } from 'vitest'
import { InputFault } from '../../parts/form-dialog.ts'
import { createSay } from '../../words/say.ts'
import { readDiscountBody, readDiscountUpdate } from './read-discount-body.ts'

const say = createSay('en')

const aForm = (fields: Readonly<Record<string, string>> = {}): FormData => {
  const form = new FormData()
  const all = { name: 'Spring', discount_code: 'SPRING20', off: 'percent', percent: '20', duration: 'once', ...fields }
  for (const [name, value] of Object.entries(all)) form.set(name, value)
  return form
}
const unlimited = { max_redemptions: null, max_per_customer: null, starts_at: null, ends_at: null }

test('a form becomes a discount in per cent without the empty limits', () => {
  expect(readDiscountBody(aForm({ percent: '12,5', duration: 'periods', periods: '3' }), say)).toEqual({
    name: 'Spring',
    code: 'SPRING20',
    percent_off: 12.5,
    duration: 'periods',
    periods: 3,
    ...unlimited,
  })
})

test('a form becomes a discount of an amount for some plans, with limits and days in UTC', () => {
  const form = aForm({
    discount_code: '',
    off: 'amount',
    amount: '5',
    currency: 'eur',
    plans: 'price_1, Reader',
    max_redemptions: '500',
    ends_at: '2027-06-30',
  })

  expect(readDiscountBody(form, say)).toEqual({
    name: 'Spring',
    code: null,
    amount_off: { amount: 500, currency: 'EUR' },
    duration: 'once',
    plans: ['price_1', 'Reader'],
    ...unlimited,
    max_redemptions: 500,
    ends_at: '2027-06-30T00:00:00Z',
  })
})

test('an unchanged day keeps its time of day, and an empty one is removed', () => {
  const before = { starts_at: '2027-05-01T22:00:00.000Z', ends_at: '2027-06-30T22:00:00.000Z' } as Discount

  expect(readDiscountUpdate(aForm({ starts_at: '2027-05-01', ends_at: '' }), say, before)).toEqual({
    name: 'Spring',
    code: 'SPRING20',
    ...unlimited,
    starts_at: '2027-05-01T22:00:00.000Z',
  })
})

test.each([
  [{ percent: '0' }, 'Enter a percentage from 0.01 to 100, with at most two decimals.'],
  [{ percent: '100.01' }, 'Enter a percentage from 0.01 to 100, with at most two decimals.'],
  [{ percent: '12.345' }, 'Enter a percentage from 0.01 to 100, with at most two decimals.'],
  [{ off: 'amount', amount: '5', currency: '' }, '– is no currency that you can sell in.'],
  [{ duration: 'periods', periods: '' }, 'Paid periods must be a whole number from 1 to 1200.'],
  [{ max_redemptions: '0' }, 'Purchases at most must be a whole number from 1 to 1000000.'],
])('%j is refused with a sentence', (fields, sentence) => {
  expect(() => readDiscountBody(aForm(fields), say)).toThrow(new InputFault(sentence))
})
