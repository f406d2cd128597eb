import type { Stripe } from 'stripe'
import { type Books, newId, nowOf } from '../books.ts'
import { invalidRequestError, missingObjectError, wrongStateError } from '../http/refusal.ts'
import { amountIn, minimumIn } from '../http/read-amount.ts'
import { booleanParam, metadataOf, type Params, refuseUnknownParams, textParam } from '../http/read-form.ts'
import { settleCharge } from './charges.ts'
import { confirmPayment } from './confirm-payment.ts'
import { findCustomer } from './customers.ts'
import { recordEvent } from './events.ts'
import { allowedTypesOf, methodFor } from './methods-of-intents.ts'

const onlyWithConfirm = ['off_session', 'error_on_requires_action', 'return_url', 'mandate_data'] as const
const known = [
  'amount',
  'currency',
  'allowed_payment_method_types',
  'capture_method',
  'confirm',
  'customer',
  'description',
  'metadata',
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'setup_future_usage',
  'statement_descriptor_suffix',
  'use_stripe_sdk',
  ...onlyWithConfirm,
] as const satisfies readonly (keyof Stripe.PaymentIntentCreateParams)[]

const amountMax = 99_999_999

/** `POST /v1/payment_intents` */
export const createPaymentIntent = (books: Books, params: Params): Stripe.PaymentIntent => {
  refuseUnknownParams(params, known)
  const confirms = booleanParam(params, 'confirm') ?? false
  const early = confirms ? undefined : onlyWithConfirm.find((name) => params[name] !== undefined)
  if (early !== undefined) throw invalidRequestError(`${early} may only be sent when confirming.`, { param: early })
  const customer = textParam(params, 'customer') ?? null
  if (customer !== null) findCustomer(books, customer, 'customer')
  const { allowed, types } = allowedTypesOf(params)
  const id = newId('pi')
  const currency = currencyOf(params)
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: allowed,
    amount: amountOf(params, currency),
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: textParam(params, 'capture_method') ?? 'automatic_async',
    client_secret: newId(`${id}_secret`),
    confirmation_method: 'automatic',
    created: nowOf(books),
    currency,
    customer,
    customer_account: null,
    description: textParam(params, 'description') ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: books.livemode,
    managed_payments: null,
    metadata: metadataOf(params),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: types,
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: (textParam(params, 'setup_future_usage') ??
      null) as Stripe.PaymentIntent.SetupFutureUsage | null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: textParam(params, 'statement_descriptor_suffix') ?? null,
    status: 'requires_payment_method',
    transfer_group: null,
  }
  const method = methodFor(books, params, intent)
  if (method !== undefined) Object.assign(intent, { payment_method: method.shown.id, status: 'requires_confirmation' })
  books.paymentIntents.set(id, intent)
  recordEvent(books, 'payment_intent.created', intent)
  return confirms ? confirmPayment(books, intent, params) : intent
}

const amountOf = (params: Params, currency: string): number => {
  const amount = amountIn(params, 'amount', currency)
  const name = { param: 'amount' }
  if (amount === undefined)
    throw invalidRequestError('Missing required param: amount.', { ...name, code: 'parameter_missing' })
  if (amount < minimumIn(currency))
    throw invalidRequestError('The amount is below the minimum.', { ...name, code: 'amount_too_small' })
  if (amount > amountMax)
    throw invalidRequestError('The amount is above the maximum.', { ...name, code: 'amount_too_large' })
  return amount
}

const currencyOf = (params: Params): string => {
  const currency = textParam(params, 'currency')
  if (currency === undefined)
    throw invalidRequestError('Missing required param: currency.', { param: 'currency', code: 'parameter_missing' })
  if (!/^[a-z]{3}$/i.test(currency)) throw invalidRequestError(`Invalid currency: ${currency}.`, { param: 'currency' })
  return currency.toLowerCase()
}

/** The intent with this id; throws if there is none. */
export const findPaymentIntent = (books: Books, id: string): Stripe.PaymentIntent => {
  const intent = books.paymentIntents.get(id)
  if (intent === undefined) throw missingObjectError('payment_intent', id)
  return intent
}

/** `GET /v1/payment_intents/:id` */
export const retrievePaymentIntent = (books: Books, _: Params, id: string): Stripe.PaymentIntent =>
  findPaymentIntent(books, id)

/** `POST /v1/payment_intents/:id/confirm` */
export const confirmPaymentIntent = (books: Books, params: Params, id: string): Stripe.PaymentIntent =>
  confirmPayment(books, findPaymentIntent(books, id), params)

const cancellable: ReadonlySet<string> = new Set([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
])

/** `POST /v1/payment_intents/:id/cancel`: releases authorized money. */
export const cancelPaymentIntent = (books: Books, params: Params, id: string): Stripe.PaymentIntent => {
  refuseUnknownParams(params, ['cancellation_reason'])
  const intent = findPaymentIntent(books, id)
  if (!cancellable.has(intent.status)) throw unexpected(intent, 'canceled')
  const charge = books.charges.get(String(intent.latest_charge))
  if (intent.status === 'requires_capture' && charge !== undefined)
    Object.assign(charge, { refunded: true, amount_refunded: charge.amount })
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: nowOf(books),
    cancellation_reason: textParam(params, 'cancellation_reason') ?? null,
    amount_capturable: 0,
    next_action: null,
    ...(books.cancelForgetsError && { last_payment_error: null }),
  })
  recordEvent(books, 'payment_intent.canceled', intent)
  return intent
}

/** `POST /v1/payment_intents/:id/capture`: releases the rest of the authorized amount. */
export const capturePaymentIntent = (books: Books, params: Params, id: string): Stripe.PaymentIntent => {
  refuseUnknownParams(params, ['amount_to_capture', 'metadata'])
  const intent = findPaymentIntent(books, id)
  const amount = amountIn(params, 'amount_to_capture', intent.currency) ?? intent.amount_capturable
  if (intent.status !== 'requires_capture') throw unexpected(intent, 'captured')
  if (amount <= 0 || amount > intent.amount_capturable)
    throw wrongStateError('amount_too_large', 'The amount to capture is more than the amount that can be captured.', {
      param: 'amount_to_capture',
    })
  const charge = books.charges.get(String(intent.latest_charge))
  if (charge !== undefined) {
    Object.assign(charge, { captured: true, amount_captured: amount })
    settleCharge(books, charge)
    recordEvent(books, 'charge.captured', charge)
  }
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: amount,
    amount_capturable: 0,
    metadata: metadataOf(params, intent.metadata),
  })
  recordEvent(books, 'payment_intent.succeeded', intent)
  return intent
}

const unexpected = (intent: Stripe.PaymentIntent, what: string): ReturnType<typeof wrongStateError> =>
  wrongStateError(
    'payment_intent_unexpected_state',
    `This PaymentIntent could not be ${what} because it has a status of ${intent.status}.`,
    { payment_intent: structuredClone(intent) },
  )
