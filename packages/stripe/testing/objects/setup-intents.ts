import type { Stripe } from 'stripe'
import { type Books, type FakeMethod, newId, nowOf } from '../books.ts'
import { invalidRequestError, missingObjectError, Refusal, wrongStateError } from '../http/refusal.ts'
import { booleanParam, metadataOf, type Params, refuseUnknownParams, textParam } from '../http/read-form.ts'
import { adviceOf } from './charges.ts'
import { findCustomer } from './customers.ts'
import { recordEvent } from './events.ts'
import { actionFor, allowedTypesOf, methodFor, attachOrUseUpMethod } from './methods-of-intents.ts'
import { resolveMethod } from './payment-methods.ts'
import type { Decline } from './test-methods.ts'
import { refuseWithoutMandate } from './wallets/accounts-elsewhere.ts'

const creatable = [
  'allowed_payment_method_types',
  'customer',
  'description',
  'metadata',
  'payment_method',
  'payment_method_data',
  'usage',
] as const satisfies readonly (keyof Stripe.SetupIntentCreateParams)[]

/** `POST /v1/setup_intents`; this fake confirms a SetupIntent only by a separate request. */
export const createSetupIntent = (books: Books, params: Params): Stripe.SetupIntent => {
  refuseUnknownParams(params, creatable)
  const customer = textParam(params, 'customer') ?? null
  if (customer !== null) findCustomer(books, customer, 'customer')
  const { allowed, types } = allowedTypesOf(params)
  const id = newId('seti')
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: allowed,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: newId(`${id}_secret`),
    created: nowOf(books),
    customer,
    customer_account: null,
    description: textParam(params, 'description') ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: books.livemode,
    mandate: null,
    metadata: metadataOf(params),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: types,
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: textParam(params, 'usage') ?? 'off_session',
  }
  const method = methodFor(books, params, intent)
  if (method !== undefined) Object.assign(intent, { payment_method: method.shown.id, status: 'requires_confirmation' })
  books.setupIntents.set(id, intent)
  recordEvent(books, 'setup_intent.created', intent)
  return intent
}

/** The intent with this id; throws if there is none. */
export const findSetupIntent = (books: Books, id: string): Stripe.SetupIntent => {
  const intent = books.setupIntents.get(id)
  if (intent === undefined) throw missingObjectError('setup_intent', id)
  return intent
}

/** `GET /v1/setup_intents/:id` */
export const retrieveSetupIntent = (books: Books, _: Params, id: string): Stripe.SetupIntent =>
  findSetupIntent(books, id)

const confirmable = [
  'mandate_data',
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'return_url',
  'use_stripe_sdk',
] as const satisfies readonly (keyof Stripe.SetupIntentConfirmParams)[]

/**
 * `POST /v1/setup_intents/:id/confirm`: verifies a method, or makes the intent wait for the holder's answer. A decline is recorded in the
 * intent and thrown.
 */
export const confirmSetupIntent = (books: Books, params: Params, id: string): Stripe.SetupIntent => {
  refuseUnknownParams(params, confirmable)
  const intent = findSetupIntent(books, id)
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_confirmation')
    throw unexpected(intent, 'confirmed')
  const kept = methodFor(books, params, intent) ?? alreadyNamed(books, intent)
  const { asks } = kept.behavior
  const isAccount = kept.behavior.type !== 'card'
  if (isAccount) refuseWithoutMandate(params)
  const isAsked = isAccount || asks === 'always' || asks === 'until_set_up'
  const returnUrl = textParam(params, 'return_url')
  if (isAsked && returnUrl === undefined)
    throw invalidRequestError('This needs a return_url, because the holder is sent to another page.', {
      param: 'return_url',
    })
  intent.payment_method = kept.shown.id
  if (!isAsked || returnUrl === undefined) return verify(books, intent, kept)
  Object.assign(intent, {
    status: 'requires_action',
    next_action: actionFor(books, id, kept, {
      returnUrl,
      usesStripeJs: booleanParam(params, 'use_stripe_sdk') ?? false,
    }),
  })
  recordEvent(books, 'setup_intent.requires_action', intent)
  return intent
}

const alreadyNamed = (books: Books, intent: Stripe.SetupIntent): FakeMethod => {
  if (intent.payment_method === null)
    throw invalidRequestError('You cannot confirm this SetupIntent because it is missing a payment method.', {
      code: 'setup_intent_unexpected_state',
    })
  return resolveMethod(books, String(intent.payment_method))
}

const verify = (books: Books, intent: Stripe.SetupIntent, kept: FakeMethod): Stripe.SetupIntent => {
  const { decline, declinesOnlyCharges } = kept.behavior
  if (decline !== undefined && !declinesOnlyCharges) return reject(books, intent, kept, decline)
  attachOrUseUpMethod(kept, intent.customer as string | null, true)
  Object.assign(intent, { status: 'succeeded', next_action: null, last_setup_error: null })
  recordEvent(books, 'setup_intent.succeeded', intent)
  return intent
}

const reject = (books: Books, intent: Stripe.SetupIntent, kept: FakeMethod, reason: Decline): never => {
  const advice = adviceOf(reason)
  const error = {
    type: 'card_error' as const,
    code: reason.code,
    ...(reason.decline_code !== undefined && { decline_code: reason.decline_code }),
    ...(advice !== null && { advice_code: advice }),
    message: reason.message,
    payment_method: kept.shown,
  }
  Object.assign(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: error,
    latest_attempt: recordAttempt(books, intent, kept, error).id,
  })
  recordEvent(books, 'setup_intent.setup_failed', intent)
  throw new Refusal(402, { ...error, setup_intent: structuredClone(intent) }, true)
}

/** Records a failed attempt to set a method up. */
const recordAttempt = (
  books: Books,
  intent: Stripe.SetupIntent,
  kept: FakeMethod,
  error: Stripe.SetupAttempt.SetupError,
): Stripe.SetupAttempt => {
  const attempt = {
    id: newId('setatt'),
    object: 'setup_attempt',
    application: null,
    created: nowOf(books),
    customer: intent.customer,
    customer_account: null,
    flow_directions: null,
    livemode: books.livemode,
    on_behalf_of: null,
    payment_method: kept.shown.id,
    payment_method_details: { type: kept.shown.type },
    setup_error: error,
    setup_intent: intent.id,
    status: 'failed',
    usage: intent.usage,
  } satisfies Stripe.SetupAttempt
  books.setupAttempts.set(attempt.id, attempt)
  return attempt
}

/** Records the holder's answer on the page of a SetupIntent that waits for one. */
export const answerSetup = (books: Books, intent: Stripe.SetupIntent, agrees: boolean): void => {
  if (intent.status !== 'requires_action') return
  const kept = resolveMethod(books, String(intent.payment_method))
  try {
    if (agrees) verify(books, intent, kept)
    else reject(books, intent, kept, notAuthenticated)
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
  }
}

/** `POST /v1/setup_intents/:id/cancel` */
export const cancelSetupIntent = (books: Books, params: Params, id: string): Stripe.SetupIntent => {
  refuseUnknownParams(params, ['cancellation_reason'])
  const intent = findSetupIntent(books, id)
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpected(intent, 'canceled')
  Object.assign(intent, {
    status: 'canceled',
    cancellation_reason: textParam(params, 'cancellation_reason') ?? null,
    next_action: null,
    ...(books.cancelForgetsError && { last_setup_error: null }),
  })
  recordEvent(books, 'setup_intent.canceled', intent)
  return intent
}

const unexpected = (intent: Stripe.SetupIntent, what: string): ReturnType<typeof wrongStateError> =>
  wrongStateError(
    'setup_intent_unexpected_state',
    `This SetupIntent could not be ${what} because it has a status of ${intent.status}.`,
    { setup_intent: structuredClone(intent) },
  )

const notAuthenticated: Decline = {
  code: 'setup_intent_authentication_failure',
  message: 'The holder of the payment method did not agree.',
}
