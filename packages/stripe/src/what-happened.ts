import { Stripe } from 'stripe'

/**
 * What a failed request means for what it asked for. `refused`: it certainly did nothing. `missing`: neither, because a customer or
 * method is not there. `declined`: the issuer refused, and the intent says so. `taken`: its key belongs to another request. `locked_out`:
 * Stripe refuses the key or the account, so this request did nothing, whatever an earlier one did.
 * `unknown`: it may have done everything, and only a read decides.
 */
export type Failure =
  | { readonly kind: 'refused' | 'taken' | 'locked_out'; readonly message: string }
  | { readonly kind: 'missing'; readonly message: string; readonly isCustomer: boolean }
  | { readonly kind: 'declined' }
  | { readonly kind: 'unknown'; readonly status: number | null; readonly message: string }

/** Stripe says only in words that a method was detached, was used up, or belongs to somebody else. */
const isOfNobody = /may not be used again|belongs to a different customer/i

/** Reads what the official client threw; what it did not throw itself is thrown on. */
export const whatHappened = (error: unknown): Failure => {
  if (!(error instanceof Stripe.errors.StripeError)) throw error
  const { message, code, param, statusCode = null } = error
  if (error instanceof Stripe.errors.StripeIdempotencyError) return { kind: 'taken', message }
  if (statusCode === 402) return { kind: 'declined' }
  if (statusCode === 401 || statusCode === 403) return { kind: 'locked_out', message }
  if (statusCode === 400 || statusCode === 404) {
    const isMissing = code === 'resource_missing' && (param === 'payment_method' || param === 'customer')
    return isMissing || isOfNobody.test(message)
      ? { kind: 'missing', message, isCustomer: param === 'customer' }
      : { kind: 'refused', message }
  }
  // A limit of requests: nothing ran, but nothing is decided either, and no shopper is to blame.
  return { kind: 'unknown', status: statusCode, message }
}
