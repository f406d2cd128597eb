import { type CheckoutPurpose, checkoutPurposes, type CountryCode } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { consentRules, consentVersions } from './consent-rules.ts'

const orders = checkoutPurposes.filter((purpose) => purpose !== 'update_method')

test.each<[CountryCode | null, boolean, string]>([
  ['DE', true, '2026-12'],
  ['FR', true, '2026-12'],
  ['GR', true, '2026-12'],
  ['NO', true, '2026-12'],
  ['GB', true, '2026-12'],
  ['CH', true, '2026-12'],
  [null, true, '2026-12'],
  ['US', false, '2026-12'],
  ['KR', false, '2026-12'],
  ['ME', false, '2026-12'],
])(
  'in %s it is %s that every order has a button that obliges to pay, by the rules of %s',
  (country, isObliged, version) => {
    for (const purpose of orders)
      expect(consentRules(country, purpose)).toMatchObject({ obligationButton: isObliged, version })
  },
)

test.each<CountryCode | null>(['DE', 'GB', null, 'US'])(
  'in %s replacing a payment method is not an order',
  (country) => {
    expect(consentRules(country, 'update_method').obligationButton).toBe(false)
  },
)

test.each<[CheckoutPurpose, boolean]>([
  ['subscribe', true],
  ['change_plan', true],
  ['pay', false],
])('in Korea, to %s requires a checkbox: %s', (purpose, isRequired) => {
  expect(consentRules('KR', purpose).checkboxRequired).toBe(isRequired)
})

test('the version of every country is listed', () => {
  const given = (['DE', 'GB', 'CH', 'KR', 'US', null] as const).map((country) => consentRules(country, 'pay').version)

  expect(consentVersions).toEqual(expect.arrayContaining(given))
})

test.each<[CountryCode | null, CheckoutPurpose, boolean]>([
  ['DE', 'subscribe', true],
  ['DE', 'pay', true],
  ['DE', 'change_plan', true],
  ['NO', 'subscribe', true],
  ['GB', 'subscribe', true],
  [null, 'subscribe', true],
  ['DE', 'recover', false],
  ['DE', 'resume', false],
  ['DE', 'update_method', false],
  ['CH', 'subscribe', false],
  ['US', 'subscribe', false],
])('in %s whoever comes to %s may withdraw from a new contract: %s', (country, purpose, mayWithdraw) => {
  expect(consentRules(country, purpose).mayWithdraw).toBe(mayWithdraw)
})
