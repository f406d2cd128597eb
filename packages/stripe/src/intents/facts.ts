import type { CheckResult, ThreeDSecure } from '@billing-checkout/contract'
import type { ProcessorFacts } from '@billing-checkout/server/processor'
import type { Stripe } from 'stripe'
import type { StripeAccount } from '../stripe-account.ts'
import type { Intent } from './requests.ts'

/** The facts of a transaction if only its id is known. */
export const factsFromId = (account: StripeAccount, transactionId: string): ProcessorFacts => ({
  transactionId,
  processor: { id: account.connection, type: 'stripe', description: 'Stripe', merchantId: account.accountId ?? '' },
  tokenType: 'PROCESSOR_TOKEN',
  avs: { postalCode: 'unchecked', streetAddress: 'unchecked' },
  cvc: 'unchecked',
  authCode: null,
  networkPaymentId: null,
  arn: null,
  threeDSecure: null,
})

/** The facts of an intent's charge, or of the method that it verified. */
export const factsOfIntent = (account: StripeAccount, intent: Intent): ProcessorFacts => {
  const bare = factsFromId(account, intent.id)
  const charge = intent.object === 'payment_intent' ? expandedOrNull(intent.latest_charge) : null
  const card = charge?.payment_method_details?.card
  const checks = card?.checks ?? expandedOrNull(intent.payment_method)?.card?.checks
  return {
    ...bare,
    avs: {
      postalCode: checkOf(checks?.address_postal_code_check),
      streetAddress: checkOf(checks?.address_line1_check),
    },
    cvc: checkOf(checks?.cvc_check),
    authCode: card?.authorization_code ?? null,
    networkPaymentId: card?.network_transaction_id ?? null,
    threeDSecure: threeDSecureOf(card?.three_d_secure ?? null),
  }
}

/** The object, if Stripe expanded it; null if Stripe sent only its id, or no object. */
export const expandedOrNull = <Object extends object>(value: string | Object | null): Object | null =>
  typeof value === 'string' ? null : value

/** The id of an object, expanded or not; null if there is none. */
export const idOf = (value: string | { readonly id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)

const checkOf = (check: string | null | undefined): CheckResult =>
  check === 'pass' || check === 'fail' ? check : check === 'unavailable' ? 'unavailable' : 'unchecked'

const flows = ['challenge', 'frictionless'] as const

const statuses: Readonly<Record<string, ThreeDSecure['status']>> = {
  authenticated: 'authenticated',
  attempt_acknowledged: 'attempted',
  exempted: 'not_performed',
  data_share_only: 'not_performed',
  failed: 'failed',
  not_supported: 'unavailable',
  processing_error: 'unavailable',
}

/** The result of 3-D Secure for a charge; null if 3-D Secure did not run. */
const threeDSecureOf = (secure: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure | null): ThreeDSecure | null => {
  if (secure === null) return null
  const { authentication_flow: flow, result, result_reason, transaction_id, version } = secure
  const value = secure.electronic_commerce_indicator
  return {
    authentication_flow: flows.find((known) => known === flow) ?? null,
    status: statuses[result ?? ''] ?? 'unavailable',
    status_reason: result_reason,
    transaction_id,
    version,
    electronic_commerce_indicator:
      value === null ? null : { liability_shift: shifts.has(value), result: result ?? '', value },
  }
}

/** The electronic commerce indicators of Visa and Mastercard that shift liability to the issuer. */
const shifts: ReadonlySet<string> = new Set(['01', '02', '05', '06'])

/** The 3-D Secure result of a payment while the shopper has a challenge to solve. */
export const challengeRequired: ThreeDSecure = {
  authentication_flow: 'challenge',
  status: 'challenge_required',
  status_reason: null,
  transaction_id: null,
  version: null,
  electronic_commerce_indicator: null,
}
