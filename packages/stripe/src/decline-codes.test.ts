import { declines } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { declineCodeOf, declineCodes } from './decline-codes.ts'

/** The decline codes for cards of Stripe's public documentation, read in November 2026. */
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

test('every documented decline code has one of ours', () => {
  expect(documented.filter((code) => !Object.hasOwn(declineCodes, code))).toEqual([])
})

test('a code that was made since is a decline all the same', () => {
  expect(declineCodeOf({ code: 'card_declined', declineCode: 'made_tomorrow' })).toBe('card_declined')
  expect(declineCodeOf({})).toBe('card_declined')
})

test('an error without a decline code is known by its own', () => {
  expect(declineCodeOf({ code: 'payment_intent_authentication_failure' })).toBe('authentication_failed')
  expect(declineCodeOf({ code: 'expired_card' })).toBe('expired_card')
})

test('after the advice never to try again, no code is one that dunning tries again', () => {
  const codes = Object.keys(declineCodes).map((declineCode) =>
    declineCodeOf({ declineCode, adviceCode: 'do_not_try_again' }),
  )

  expect(codes.filter((code) => declines[code].retryable)).toEqual([])
  expect(codes.filter((code) => declines[code].advice !== 'do_not_try_again')).toEqual([])
})
