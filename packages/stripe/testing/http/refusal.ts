import type { Stripe } from 'stripe'

/** The body of Stripe's errors. */
export interface ErrorBody {
  readonly type: Stripe.RawErrorType
  readonly message: string
  readonly code?: string
  readonly param?: string
  readonly decline_code?: string
  readonly advice_code?: string
  readonly network_decline_code?: string
  readonly charge?: string
  readonly payment_intent?: Stripe.PaymentIntent
  readonly setup_intent?: Stripe.SetupIntent
  readonly payment_method?: Stripe.PaymentMethod
}

/**
 * Thrown if a request is refused. If `isRemembered`, the answer is stored under the request's idempotency key. The answer to a request that
 * did not run is not stored.
 */
export class Refusal extends Error {
  readonly status: number
  readonly body: ErrorBody
  readonly isRemembered: boolean

  constructor(status: number, body: ErrorBody, isRemembered = false) {
    super(body.message)
    this.status = status
    this.body = body
    this.isRemembered = isRemembered
  }
}

/** The request itself is wrong. */
export const invalidRequestError = (message: string, more: Partial<ErrorBody> = {}): Refusal =>
  new Refusal(400, { type: 'invalid_request_error', message, ...more })

/** The object does not exist. */
export const missingObjectError = (what: string, id: string, param = 'id'): Refusal =>
  new Refusal(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${what}: '${id}'`,
  })

/** The object's state does not allow the request. The request ran, so its answer is remembered. */
export const wrongStateError = (code: string, message: string, more: Partial<ErrorBody> = {}): Refusal =>
  new Refusal(400, { type: 'invalid_request_error', code, message, ...more }, true)
