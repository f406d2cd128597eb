import type { Stripe } from 'stripe'
import type { Books, FakeMethod } from '../books.ts'
import { invalidRequestError, Refusal, wrongStateError } from '../http/refusal.ts'
import { booleanParam, nestedParams, type Params, refuseUnknownParams, textParam } from '../http/read-form.ts'
import { adviceOf, makeCharge, networkCodeOf } from './charges.ts'
import { recordEvent } from './events.ts'
import { actionFor, methodFor, attachOrUseUpMethod } from './methods-of-intents.ts'
import { resolveMethod, usedUpMethodError } from './payment-methods.ts'
import type { Decline } from './test-methods.ts'
import { refuseCurrency, refuseWithoutMandate } from './wallets/accounts-elsewhere.ts'

const known = [
  'capture_method',
  'error_on_requires_action',
  'mandate_data',
  'off_session',
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'return_url',
  'setup_future_usage',
  'use_stripe_sdk',
] as const satisfies readonly (keyof Stripe.PaymentIntentConfirmParams)[]

/** Charges an intent's amount, or makes the intent wait for the holder's answer. A decline is recorded in the intent and thrown. */
export const confirmPayment = (books: Books, intent: Stripe.PaymentIntent, params: Params): Stripe.PaymentIntent => {
  if (params['confirm'] === undefined) refuseUnknownParams(params, known)
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_confirmation')
    throw wrongStateError(
      'payment_intent_unexpected_state',
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
      { payment_intent: structuredClone(intent) },
    )
  const isOff = params['off_session'] !== undefined && params['off_session'] !== 'false'
  const excluded = ['error_on_requires_action', 'setup_future_usage'].find(
    (name) => isOff && params[name] !== undefined,
  )
  if (excluded !== undefined || (isOff && intent.setup_future_usage !== null))
    throw invalidRequestError(`off_session cannot be combined with ${excluded ?? 'setup_future_usage'}.`, {
      param: 'off_session',
      code: 'parameters_exclusive',
    })
  const kept = methodFor(books, params, intent) ?? alreadyNamed(books, intent)
  if (kept.isUsedUp) throw usedUpMethodError()
  const offSession = params['off_session'] !== undefined && params['off_session'] !== 'false'
  const returnUrl = textParam(params, 'return_url')
  const futureUsage = textParam(params, 'setup_future_usage')
  const asks = asksHolder(kept, intent, { offSession, wish: wishOf(params) })
  const mayAsk = !offSession && booleanParam(params, 'error_on_requires_action') !== true
  if (asks && mayAsk && returnUrl === undefined)
    throw invalidRequestError('This payment needs a return_url, because its holder is sent to another page.', {
      param: 'return_url',
    })
  const { type } = kept.behavior
  if (type !== 'card') refuseCurrency(type, intent.currency)
  if (type !== 'card' && (futureUsage ?? intent.setup_future_usage) != null) refuseWithoutMandate(params)
  intent.payment_method = kept.shown.id
  if (futureUsage !== undefined) intent.setup_future_usage = futureUsage as Stripe.PaymentIntent.SetupFutureUsage
  if (!asks) return charge(books, intent, kept, false)
  // The holder cannot authenticate if they are absent, or if the merchant forbids it.
  if (!mayAsk || returnUrl === undefined) return decline(books, intent, kept, authenticationRequired)
  Object.assign(intent, {
    status: 'requires_action',
    next_action: actionFor(books, intent.id, kept, {
      returnUrl,
      usesStripeJs: booleanParam(params, 'use_stripe_sdk') ?? false,
    }),
  })
  recordEvent(books, 'payment_intent.requires_action', intent)
  return intent
}

const alreadyNamed = (books: Books, intent: Stripe.PaymentIntent): FakeMethod => {
  if (intent.payment_method === null)
    throw invalidRequestError('You cannot confirm this PaymentIntent because it is missing a payment method.', {
      code: 'payment_intent_unexpected_state',
    })
  return resolveMethod(books, String(intent.payment_method))
}

const wishOf = (params: Params): string | undefined =>
  textParam(nestedParams(nestedParams(params, 'payment_method_options'), 'card'), 'request_three_d_secure')

const asksHolder = (
  { behavior, isSetUp }: FakeMethod,
  intent: Stripe.PaymentIntent,
  { offSession, wish }: { readonly offSession: boolean; readonly wish: string | undefined },
): boolean => {
  if (behavior.type !== 'card') return !(isSetUp && intent.customer !== null && offSession)
  switch (behavior.asks) {
    case 'always':
      return true
    case 'until_set_up':
      return !(isSetUp && offSession)
    case 'on_session':
      return !offSession
    case 'if_requested':
      return wish === 'any' || wish === 'challenge'
    default:
      return false
  }
}

const charge = (
  books: Books,
  intent: Stripe.PaymentIntent,
  kept: FakeMethod,
  isAuthenticated: boolean,
): Stripe.PaymentIntent => {
  if (kept.behavior.decline !== undefined) return decline(books, intent, kept, kept.behavior.decline, isAuthenticated)
  const isCaptured = intent.capture_method !== 'manual'
  const made = makeCharge(books, intent, kept, { decline: null, isCaptured, isAuthenticated })
  Object.assign(intent, {
    status: isCaptured ? 'succeeded' : 'requires_capture',
    latest_charge: made.id,
    amount_received: isCaptured ? intent.amount : 0,
    amount_capturable: isCaptured ? 0 : intent.amount,
    next_action: null,
    last_payment_error: null,
  })
  attachOrUseUpMethod(kept, intent.customer as string | null, intent.setup_future_usage !== null)
  recordEvent(books, isCaptured ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated', intent)
  return intent
}

const decline = (
  books: Books,
  intent: Stripe.PaymentIntent,
  kept: FakeMethod,
  reason: Decline,
  isAuthenticated = false,
): never => {
  const made = makeCharge(books, intent, kept, { decline: reason, isCaptured: false, isAuthenticated })
  const [advice, networkCode] = [adviceOf(reason), networkCodeOf(reason)]
  const error = {
    type: 'card_error' as const,
    code: reason.code,
    ...(reason.decline_code !== undefined && { decline_code: reason.decline_code }),
    ...(advice !== null && { advice_code: advice }),
    ...(networkCode !== null && { network_decline_code: networkCode }),
    charge: made.id,
    message: reason.message,
    payment_method: kept.shown,
  }
  rejectIntent(books, intent, error, made.id)
  throw new Refusal(402, { ...error, payment_intent: structuredClone(intent) }, true)
}

const rejectIntent = (
  books: Books,
  intent: Stripe.PaymentIntent,
  error: Omit<Stripe.PaymentIntent.LastPaymentError, 'code'> & { readonly code: string },
  chargeId: string | null,
): void => {
  Object.assign(intent, {
    status: 'requires_payment_method',
    latest_charge: chargeId,
    payment_method: null,
    next_action: null,
    last_payment_error: error,
  })
  recordEvent(books, 'payment_intent.payment_failed', intent)
}

/**
 * Records the holder's answer on the page of an intent that waits for one. Does nothing if the intent does not wait any
 * more: the page may be open in two windows, or the intent may have been canceled.
 */
export const answerPayment = (books: Books, intent: Stripe.PaymentIntent, agrees: boolean): void => {
  if (intent.status !== 'requires_action') return
  const kept = resolveMethod(books, String(intent.payment_method))
  if (!agrees) {
    const error = {
      type: kept.shown.type === 'card' ? 'card_error' : 'invalid_request_error',
      code:
        kept.shown.type === 'card' ? 'payment_intent_authentication_failure' : 'payment_intent_payment_attempt_failed',
      message: 'The holder of the payment method did not agree.',
      payment_method: kept.shown,
    } as const
    rejectIntent(books, intent, error, null)
    return
  }
  try {
    charge(books, intent, kept, true)
  } catch (refusal) {
    // Do not throw a refusal: the shopper only sees the page that they return to, and the caller reads the refusal from the intent.
    if (!(refusal instanceof Refusal)) throw refusal
  }
}

const authenticationRequired: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}
