import { Stripe } from 'stripe'
import { declineForErrorCode } from './decline-codes.ts'
import { rateLimitCodes, type MethodDecline, requestFaultCodes } from './error-codes.ts'

/**
 * What a failed request means. Requests of the first five kinds listed here had no effect. `refused`: our request is wrong. `missing`: a
 * customer or method does not exist. `of_method`: Stripe objects to the method, its mandate or its customer. `unrecognized`: our tables
 * lack the reason. `limited`: there were too many requests. `declined`: the issuer refused, and the intent says so. `taken`: another
 * request has used the idempotency key. `locked_out`: Stripe refuses the API key or the account; this request had no effect, but an earlier
 * one may have had one. `unknown`: the request may have had its effect, and only a query of the object shows whether it did.
 */
export type Failure =
  | { readonly kind: 'refused' | 'taken' | 'locked_out' | 'limited'; readonly message: string }
  | { readonly kind: 'missing'; readonly message: string; readonly isCustomer: boolean }
  | { readonly kind: 'of_method'; readonly message: string; readonly decline: MethodDecline }
  | { readonly kind: 'unrecognized'; readonly message: string; readonly code: string }
  | { readonly kind: 'declined' }
  | { readonly kind: 'unknown'; readonly status: number | null; readonly message: string }

/** Classifies an error of the official client; rethrows any other error. */
export const classifyFailure = (error: unknown): Failure => {
  if (!(error instanceof Stripe.errors.StripeError)) throw error
  const { message, code, statusCode = null } = error
  if (isLimited(error)) return { kind: 'limited', message }
  if (error instanceof Stripe.errors.StripeIdempotencyError) return { kind: 'taken', message }
  if (statusCode === 402) return { kind: 'declined' }
  if (statusCode === 401 || statusCode === 403) return { kind: 'locked_out', message }
  if (statusCode === 400 || statusCode === 404) return refusalOf(error)
  return { kind: 'unknown', status: statusCode, message: code === undefined ? message : `${message} (${code})` }
}

/** Whether Stripe refused a request because of a rate limit; the request then had no effect. */
const isLimited = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  (error.statusCode === 429 || (error.statusCode === 400 && isAmong(rateLimitCodes, error.code)))

/** Whether a failed request certainly had no effect, and would again have no effect if we repeated it. */
export const isRefusal = ({ kind }: Failure): boolean =>
  kind === 'refused' || kind === 'missing' || kind === 'of_method' || kind === 'unrecognized'

const refusalOf = ({ message, code, param }: Stripe.errors.StripeError): Failure => {
  const isCustomer = param === 'customer'
  if (code === 'resource_missing')
    return isCustomer || param === 'payment_method'
      ? { kind: 'missing', message, isCustomer }
      : { kind: 'refused', message }
  const decline = declineForErrorCode(code)
  if (decline !== undefined) return { kind: 'of_method', message, decline }
  if (isAmong(requestFaultCodes, code)) return { kind: 'refused', message }
  const part = param?.split('[')[0]
  if (isAmong(paramsOfMethod, part)) return { kind: 'of_method', message, decline: { declineCode: 'card_declined' } }
  if (isAmong(paramsOfOurs, part)) return { kind: 'refused', message }
  return { kind: 'unrecognized', message, code: code ?? (param === undefined ? 'without a code' : `about ${param}`) }
}

/** Parameters of the method, its mandate or its customer. If an error with an unknown code names one of them, the method is the cause. */
const paramsOfMethod = ['customer', 'mandate', 'payment_method', 'payment_method_data', 'source'] as const

/** Parameters that have nothing to do with the method. If an error with an unknown code names one of them, our request is wrong. */
const paramsOfOurs = [
  'allowed_payment_method_types',
  'amount',
  'capture_method',
  'confirm',
  'currency',
  'description',
  'error_on_requires_action',
  'expand',
  'mandate_data',
  'metadata',
  'off_session',
  'payment_method_options',
  'payment_method_types',
  'return_url',
  'setup_future_usage',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'use_stripe_sdk',
] as const

const isAmong = (known: readonly string[], name: string | undefined): boolean =>
  name !== undefined && known.includes(name)
