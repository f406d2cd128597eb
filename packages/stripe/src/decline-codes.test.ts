import { declines } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { adviceOf, declineCodeOf, declineCodes } from './decline-codes.ts'

/** The decline codes for cards in Stripe's public documentation, read in November 2026. */
const documented = `
  approve_with_id authentication_required call_issuer card_not_supported card_velocity_exceeded currency_not_supported do_not_honor
  do_not_try_again duplicate_transaction expired_card fraudulent generic_decline highest_risk_level incorrect_address incorrect_cvc
  incorrect_number incorrect_pin incorrect_zip insufficient_funds invalid_account invalid_amount invalid_cvc invalid_expiry_month
  invalid_expiry_year invalid_number invalid_pin issuer_not_available lost_card merchant_blacklist
  mobile_device_authentication_required new_account_information_available no_action_taken not_permitted offline_pin_required
  online_or_offline_pin_required pickup_card pin_try_exceeded processing_error reenter_transaction restricted_card
  revocation_of_all_authorizations revocation_of_authorization security_violation service_not_allowed stolen_card
  stop_payment_order testmode_decline transaction_not_allowed try_again_later withdrawal_count_limit_exceeded`
  .trim()
  .split(/\s+/)

/** The decline codes for PayPal, Cash App and other accounts, and codes that Stripe added later. */
const ofAccounts =
  `authentication_not_handled card_decline_rate_limit_exceeded compliance_violation expired_payment_method
  incorrect_postal_code invalid_billing_agreement invalid_customer_account partner_expired_card partner_generic_decline
  partner_high_risk_customer partner_insufficient_funds payment_disputed payment_method_restricted`
    .trim()
    .split(/\s+/)

test('every documented decline code of PayPal and Cash App has one of ours, and says whether another try makes sense', () => {
  const retried = ofAccounts.filter((declineCode) => declines[declineCodeOf({ declineCode })].retryable)

  expect(ofAccounts.filter((code) => !Object.hasOwn(declineCodes, code))).toEqual([])
  expect(retried).toEqual([
    'card_decline_rate_limit_exceeded',
    'incorrect_postal_code',
    'partner_generic_decline',
    'partner_insufficient_funds',
  ])
})

test('every documented decline code has one of ours', () => {
  expect(documented.filter((code) => !Object.hasOwn(declineCodes, code))).toEqual([])
})

test('an unknown decline code, newer than ours, is still a decline', () => {
  expect(declineCodeOf({ code: 'card_declined', declineCode: 'made_tomorrow' })).toBe('card_declined')
  expect(declineCodeOf({})).toBe('card_declined')
})

test('an error without a decline code is identified by its own code', () => {
  expect(declineCodeOf({ code: 'payment_intent_authentication_failure' })).toBe('authentication_failed')
  expect(declineCodeOf({ code: 'expired_card' })).toBe('expired_card')
})

test('the issuer’s advice is passed on unchanged, and left out if it is not about a retry', () => {
  expect(['do_not_try_again', 'try_again_later', 'confirm_card_data', null].map(adviceOf)).toEqual([
    { advice: 'do_not_try_again' },
    { advice: 'try_again_later' },
    {},
    {},
  ])
})

/** For each message of the catalogue that shoppers read, the documented codes that lead to it. */
const words = {
  authenticate: ['authentication_required', 'mobile_device_authentication_required'],
  check_expiry: ['expired_card', 'invalid_expiry_month', 'invalid_expiry_year'],
  check_number: ['incorrect_number', 'invalid_account', 'invalid_number'],
  check_security_code: ['incorrect_cvc', 'invalid_cvc'],
  insufficient_funds: ['card_velocity_exceeded', 'insufficient_funds', 'withdrawal_count_limit_exceeded'],
  try_again: ['approve_with_id', 'issuer_not_available', 'processing_error', 'reenter_transaction', 'try_again_later'],
  contact_bank:
    `call_issuer do_not_honor do_not_try_again new_account_information_available no_action_taken not_permitted
    security_violation service_not_allowed transaction_not_allowed`.split(/\s+/),
}

test('every documented decline code leads to a message for the shopper', () => {
  const chosen = new Map(Object.entries(words).flatMap(([said, codes]) => codes.map((code) => [code, said])))

  expect(documented.map((code) => [code, declines[declineCodeOf({ declineCode: code })].shopperMessage])).toEqual(
    documented.map((code) => [code, chosen.get(code) ?? 'try_another_card']),
  )
})
