import type { ProcessorFacts, ProcessorOutcome } from '@billing-checkout/server/processor'
import type { Stripe } from 'stripe'
import { approvedSum } from '../amounts.ts'
import { adviceOf, declineCodeOf } from '../decline-codes.ts'
import type { StripeType } from '../methods/kinds.ts'
import { learntMethodOf } from '../methods/learnt-method-of.ts'
import { tokenOfStoredMethod } from '../money-request.ts'
import type { StripeAccount } from '../stripe-account.ts'
import { challengeRequired, expandedOrNull, factsOfIntent } from './facts.ts'
import { closedMetadataKey, type Intent, storedMetadataKey } from './requests.ts'

/** The outcome of a charge by its intent; undefined while the intent is not confirmed. */
export const outcomeOfIntent = (account: StripeAccount, intent: Intent): ProcessorOutcome | undefined => {
  if (intent.metadata?.[closedMetadataKey] !== undefined) return closed
  const error = errorOf(intent)
  switch (intent.status) {
    case 'succeeded':
      return approved(account, intent)
    case 'requires_action':
      return actionRequired(intent)
    case 'canceled':
      if (error !== null) return declined(account, intent, error)
      return abandonedReasons.has(intent.cancellation_reason ?? '')
        ? {
            kind: 'abandoned',
            facts: withoutCode(factsOfIntent(account, intent)),
            message: 'The shopper did not finish.',
          }
        : closed
    case 'requires_payment_method':
      return error === null ? undefined : declined(account, intent, error)
    case 'processing':
      return { kind: 'unknown', message: 'The payment is being processed.' }
    case 'requires_confirmation':
      return undefined
    default:
      // A status newer than this code, or `requires_capture`, which our intents never get.
      return { kind: 'unknown', message: `The intent is ${intent.status}.` }
  }
}

/** Reasons that mean that the shopper abandoned the payment; Stripe itself cancels with `automatic` or `expired`. */
const abandonedReasons: ReadonlySet<string> = new Set(['abandoned', 'automatic', 'expired'])

/** The last error of an intent. */
type IntentError = Pick<
  Stripe.PaymentIntent.LastPaymentError,
  'code' | 'decline_code' | 'advice_code' | 'network_decline_code' | 'message'
>

/**
 * Why an intent was last declined; null if it was never declined. If the intent is canceled, only its latest charge or setup attempt may
 * still have the reason.
 */
const errorOf = (intent: Intent): IntentError | null => {
  if (intent.object === 'setup_intent')
    return intent.last_setup_error ?? (intent.status === 'canceled' ? attemptError(intent) : null)
  return intent.last_payment_error ?? (intent.status === 'canceled' ? chargeError(intent) : null)
}

const attemptError = ({ latest_attempt: attempt }: Stripe.SetupIntent): IntentError | null =>
  expandedOrNull(attempt)?.setup_error ?? null

const chargeError = ({ latest_charge: latest }: Stripe.PaymentIntent): IntentError | null => {
  const charge = expandedOrNull(latest)
  if (charge?.status !== 'failed') return null
  const { outcome, failure_code: code, failure_message: message } = charge
  return {
    ...(code !== null && { code }),
    ...(outcome?.reason && { decline_code: outcome.reason }),
    ...(outcome?.advice_code && { advice_code: outcome.advice_code }),
    ...(outcome?.network_decline_code && { network_decline_code: outcome.network_decline_code }),
    ...(message !== null && { message }),
  }
}

const closed: ProcessorOutcome = { kind: 'failed', message: 'The reference was closed.' }

const withoutCode = (facts: ProcessorFacts): ProcessorFacts => ({ ...facts, authCode: null })

const approved = (account: StripeAccount, intent: Intent): ProcessorOutcome => {
  const learnt = learntMethodOf(intent)
  return {
    kind: 'approved',
    facts: factsOfIntent(account, intent),
    storedToken: storedTokenOf(intent),
    captured: true,
    ...(learnt && { learnt }),
    ...(intent.object === 'payment_intent'
      ? approvedSum({ amount: intent.amount_received, currency: intent.currency })
      : { approvedAmount: 0 }),
  }
}

const storedTokenOf = (intent: Intent): string | null => {
  const method = expandedOrNull(intent.payment_method)
  const customer = typeof intent.customer === 'string' ? intent.customer : null
  if (intent.metadata?.[storedMetadataKey] === undefined || method === null || customer === null) return null
  return tokenOfStoredMethod({ customer, method: method.id, type: typeOf(method) })
}

const typeOf = ({ type }: Pick<Stripe.PaymentMethod, 'type'>): StripeType =>
  accountTypes.find((known) => known === type) ?? 'card'

const accountTypes = ['paypal', 'cashapp'] as const

const declined = (account: StripeAccount, intent: Intent, error: IntentError): ProcessorOutcome => ({
  kind: 'declined',
  facts: withoutCode(factsOfIntent(account, intent)),
  declineCode: declineCodeOf({ code: error.code, declineCode: error.decline_code }),
  ...adviceOf(error.advice_code),
  ...(error.network_decline_code !== undefined && { networkCode: error.network_decline_code }),
  message: error.message ?? 'The card was declined.',
})

const actionRequired = (intent: Intent): ProcessorOutcome => {
  const { next_action: action, payment_method: method } = intent
  const cashApp = action?.cashapp_handle_redirect_or_display_qr_code?.hosted_instructions_url
  const url = action?.redirect_to_url?.url ?? cashApp ?? null
  if (url === null) return { kind: 'unknown', message: `The intent asks for ${action?.type ?? 'nothing'}.` }
  const isCard = cashApp === undefined && typeOf(expandedOrNull(method) ?? { type: 'card' }) === 'card'
  return isCard
    ? { kind: 'action_required', action: { type: 'three_d_secure', url }, threeDSecure: challengeRequired }
    : { kind: 'action_required', action: { type: 'redirect', url }, threeDSecure: null }
}
