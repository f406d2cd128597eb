import type { AdviceCode, DeclineCode } from '@billing-checkout/contract'
import { type MethodDecline, methodDeclines } from './error-codes.ts'

/**
 * Our decline code for every decline code that Stripe documents for cards, PayPal and Cash App. Our code decides what
 * the shopper reads and whether dunning retries. A code that Stripe adds later counts as `card_declined`.
 */
export const declineCodes = {
  approve_with_id: 'processing_error',
  authentication_required: 'authentication_required',
  call_issuer: 'do_not_honor',
  card_not_supported: 'card_declined',
  card_velocity_exceeded: 'withdrawal_limit_exceeded',
  currency_not_supported: 'card_declined',
  do_not_honor: 'do_not_honor',
  do_not_try_again: 'do_not_honor',
  duplicate_transaction: 'card_declined',
  expired_card: 'expired_card',
  fraudulent: 'suspected_fraud',
  generic_decline: 'card_declined',
  highest_risk_level: 'blocked_by_rule',
  incorrect_address: 'card_declined',
  incorrect_cvc: 'incorrect_cvc',
  incorrect_number: 'invalid_card_number',
  incorrect_pin: 'card_declined',
  incorrect_zip: 'card_declined',
  insufficient_funds: 'insufficient_funds',
  invalid_account: 'invalid_card_number',
  invalid_amount: 'card_declined',
  invalid_cvc: 'incorrect_cvc',
  invalid_expiry_month: 'expired_card',
  invalid_expiry_year: 'expired_card',
  invalid_number: 'invalid_card_number',
  invalid_pin: 'card_declined',
  issuer_not_available: 'issuer_unavailable',
  lost_card: 'card_lost_or_stolen',
  merchant_blacklist: 'blocked_by_rule',
  mobile_device_authentication_required: 'authentication_required',
  new_account_information_available: 'do_not_honor',
  no_action_taken: 'do_not_honor',
  not_permitted: 'do_not_honor',
  offline_pin_required: 'card_declined',
  online_or_offline_pin_required: 'card_declined',
  pickup_card: 'card_lost_or_stolen',
  pin_try_exceeded: 'card_declined',
  previously_declined_do_not_retry: 'blocked_by_rule',
  processing_error: 'processing_error',
  reenter_transaction: 'processing_error',
  requested_block_on_incorrect_cvc: 'incorrect_cvc',
  restricted_card: 'card_lost_or_stolen',
  revocation_of_all_authorizations: 'card_lost_or_stolen',
  revocation_of_authorization: 'card_lost_or_stolen',
  security_violation: 'do_not_honor',
  service_not_allowed: 'do_not_honor',
  stolen_card: 'card_lost_or_stolen',
  stop_payment_order: 'card_lost_or_stolen',
  testmode_decline: 'card_declined',
  transaction_not_allowed: 'do_not_honor',
  try_again_later: 'issuer_unavailable',
  withdrawal_count_limit_exceeded: 'withdrawal_limit_exceeded',
  // Declines of PayPal, Cash App and other accounts.
  authentication_not_handled: 'authentication_required',
  card_decline_rate_limit_exceeded: 'withdrawal_limit_exceeded',
  compliance_violation: 'blocked_by_rule',
  expired_payment_method: 'expired_card',
  incorrect_postal_code: 'card_declined',
  invalid_authorization: 'card_lost_or_stolen',
  invalid_billing_agreement: 'card_lost_or_stolen',
  invalid_customer_account: 'card_lost_or_stolen',
  partner_expired_card: 'expired_card',
  partner_generic_decline: 'card_declined',
  partner_high_risk_customer: 'suspected_fraud',
  partner_insufficient_funds: 'insufficient_funds',
  payment_disputed: 'blocked_by_rule',
  payment_limit_exceeded: 'withdrawal_limit_exceeded',
  payment_method_restricted: 'card_lost_or_stolen',
} as const satisfies Record<string, DeclineCode>

/** The two codes of a decline at Stripe. */
interface DeclineNews {
  readonly code?: string | null | undefined
  readonly declineCode?: string | null | undefined
}

/** Our code for a decline. */
export const declineCodeOf = ({ code, declineCode }: DeclineNews): DeclineCode =>
  known(declineCode) ?? declineForErrorCode(code)?.declineCode ?? 'card_declined'

/** The decline that an error code means; undefined if the code is unknown or means something else. */
export const declineForErrorCode = (code: string | null | undefined): MethodDecline | undefined =>
  Object.hasOwn(methodDeclines, code ?? '') ? methodDeclines[code as keyof typeof methodDeclines] : undefined

/**
 * The issuer's advice on retrying. Stripe's third advice, `confirm_card_data`, is left out, because the decline code already tells the
 * shopper to check the card's data.
 */
export const adviceOf = (adviceCode: string | null | undefined): { readonly advice?: AdviceCode } => {
  const advice = adviceCodes.find((ours) => ours === adviceCode)
  return advice === undefined ? {} : { advice }
}

const known = (code: string | null | undefined): DeclineCode | undefined =>
  Object.hasOwn(declineCodes, code ?? '') ? declineCodes[code as keyof typeof declineCodes] : undefined

/** The two kinds of advice that have the same name at Stripe and here. */
const adviceCodes = ['do_not_try_again', 'try_again_later'] as const satisfies readonly AdviceCode[]
