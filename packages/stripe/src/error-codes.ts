import type { AdviceCode, DeclineCode } from '@billing-checkout/contract'
import type { Stripe } from 'stripe'

/** The literal members of a union that also allows any string. */
type Literals<Text> = Text extends string ? ({} extends Record<Text, 1> ? never : Text) : never

/** Every error code in the types of the official client's version. */
export type StripeCode = Literals<Stripe.PaymentIntent.LastPaymentError.Code>

/** The decline that an error of Stripe's means. */
export interface MethodDecline {
  readonly declineCode: DeclineCode
  /** Present if Stripe's code says more about retrying than our code does. */
  readonly advice?: AdviceCode
}

const gone: MethodDecline = { declineCode: 'card_declined', advice: 'do_not_try_again' }

/**
 * Error codes about the method, its mandate or its customer; each is a decline of that method alone. Our code decides
 * what the shopper reads and whether dunning retries. https://docs.stripe.com/error-codes and the types of the client,
 * read in November 2026.
 */
export const methodDeclines = {
  account_closed: gone,
  account_invalid: gone,
  account_number_invalid: gone,
  action_blocked: { declineCode: 'blocked_by_rule' },
  approval_required: { declineCode: 'card_declined' },
  authentication_failure: { declineCode: 'authentication_failed' },
  authentication_required: { declineCode: 'authentication_required' },
  bank_account_declined: gone,
  bank_account_restricted: gone,
  bank_account_unusable: gone,
  bank_account_unverified: gone,
  billing_invalid_mandate: gone,
  card_decline_rate_limit_exceeded: { declineCode: 'withdrawal_limit_exceeded' },
  card_declined: { declineCode: 'card_declined' },
  charge_exceeds_source_limit: { declineCode: 'card_declined' },
  customer_max_payment_methods: gone,
  debit_not_authorized: gone,
  email_invalid: { declineCode: 'card_declined' },
  expired_card: { declineCode: 'expired_card' },
  expired_payment_method: { declineCode: 'expired_card' },
  incorrect_address: { declineCode: 'card_declined' },
  incorrect_cvc: { declineCode: 'incorrect_cvc' },
  incorrect_number: { declineCode: 'invalid_card_number' },
  incorrect_postal_code: { declineCode: 'card_declined' },
  incorrect_zip: { declineCode: 'card_declined' },
  india_recurring_payment_mandate_canceled: gone,
  insufficient_funds: { declineCode: 'insufficient_funds' },
  invalid_card_type: gone,
  invalid_cvc: { declineCode: 'incorrect_cvc' },
  invalid_expiry_month: { declineCode: 'expired_card' },
  invalid_expiry_year: { declineCode: 'expired_card' },
  invalid_number: { declineCode: 'invalid_card_number' },
  invalid_source_usage: gone,
  no_account: gone,
  payment_intent_action_required: { declineCode: 'authentication_required' },
  payment_intent_authentication_failure: { declineCode: 'authentication_failed' },
  payment_intent_incompatible_payment_method: gone,
  payment_intent_mandate_invalid: gone,
  payment_intent_payment_attempt_expired: { declineCode: 'card_declined' },
  payment_intent_payment_attempt_failed: { declineCode: 'card_declined' },
  payment_method_bank_account_blocked: gone,
  payment_method_billing_details_address_missing: gone,
  payment_method_currency_mismatch: gone,
  payment_method_customer_decline: { declineCode: 'card_declined' },
  payment_method_not_available: { declineCode: 'issuer_unavailable' },
  payment_method_provider_decline: { declineCode: 'card_declined' },
  payment_method_provider_timeout: { declineCode: 'issuer_unavailable' },
  payment_method_restricted: gone,
  payment_method_unactivated: gone,
  payment_method_unexpected_state: gone,
  payment_method_unsupported_type: gone,
  postal_code_invalid: { declineCode: 'card_declined' },
  processing_error: { declineCode: 'processing_error' },
  refer_to_customer: { declineCode: 'do_not_honor' },
  request_blocked: { declineCode: 'blocked_by_rule' },
  sepa_unsupported_account: gone,
  setup_attempt_failed: { declineCode: 'card_declined' },
  setup_intent_authentication_failure: { declineCode: 'authentication_failed' },
  setup_intent_mandate_invalid: gone,
  setup_intent_mobile_wallet_unsupported: gone,
  setup_intent_setup_attempt_expired: { declineCode: 'card_declined' },
  three_d_secure_authentication_not_supported: gone,
  three_d_secure_authentication_upstream_error: { declineCode: 'processing_error' },
  token_already_used: gone,
  token_card_network_invalid: gone,
  token_in_use: { declineCode: 'card_declined' },
} as const satisfies Partial<Record<StripeCode, MethodDecline>>

/** Error codes that blame our request, so any method would get them. The charge fails and the server alerts the operator. */
export const requestFaultCodes = [
  'amount_too_large',
  'amount_too_small',
  'api_key_expired',
  'capability_not_active',
  'charge_exceeds_transaction_limit',
  'charge_invalid_parameter',
  'country_unsupported',
  'idempotency_key_in_use',
  'intent_invalid_state',
  'invalid_charge_amount',
  'invalid_characters',
  'livemode_mismatch',
  'parameter_invalid_empty',
  'parameter_invalid_integer',
  'parameter_invalid_string_blank',
  'parameter_invalid_string_empty',
  'parameter_missing',
  'parameter_unknown',
  'parameters_exclusive',
  'payment_evaluation_on_api_version_not_supported',
  'payment_intent_invalid_parameter',
  'payment_intent_unexpected_state',
  'payment_method_configuration_failures',
  'payment_method_invalid_parameter',
  'payment_method_invalid_parameter_testmode',
  'platform_account_required',
  'platform_api_key_expired',
  'return_intent_already_processed',
  'secret_key_required',
  'setup_intent_invalid_parameter',
  'setup_intent_unexpected_state',
  'status_transition_invalid',
  'testmode_charges_only',
  'tls_version_unsupported',
  'url_invalid',
] as const satisfies readonly StripeCode[]

/** Error codes for too many or conflicting requests: nothing ran, so the same request may be repeated. */
export const rateLimitCodes = [
  'lock_timeout',
  'payment_intent_rate_limit_exceeded',
  'rate_limit',
] as const satisfies readonly StripeCode[]
