import type { Stripe } from 'stripe'

/** The body of an error as Stripe answers it. */
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
 * Thrown where a request is refused. `isRemembered` says whether the answer is kept under the request's idempotency key: what was
 * refused before anything ran is not.
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

/** A request that is wrong in itself. */
export const invalid = (message: string, more: Partial<ErrorBody> = {}): Refusal =>
  new Refusal(400, { type: 'invalid_request_error', message, ...more })

/** An object that there is not. */
export const missing = (what: string, id: string, param = 'id'): Refusal =>
  new Refusal(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${what}: '${id}'`,
  })

/** A request that came at a state of its object in which it is not possible. It ran, so its answer is remembered. */
export const wrongState = (code: string, message: string, more: Partial<ErrorBody> = {}): Refusal =>
  new Refusal(400, { type: 'invalid_request_error', code, message, ...more }, true)
