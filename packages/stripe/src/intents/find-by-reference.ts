import type { KnownCall } from '@billing-checkout/server/processor'
import type { Stripe } from 'stripe'
import { readStored } from '../money-request.ts'
import type { StripeAccount } from '../stripe-account.ts'
import { readIntent } from './read-intent.ts'
import { referenceEntry } from './requests.ts'

/** Whatever a reference made at Stripe. */
export type Made = Stripe.PaymentIntent | Stripe.SetupIntent | Stripe.Refund

/** Where to look: at one customer's intents, at one intent's refunds, or at what was made in a span of time. */
export interface Place {
  readonly customer?: string
  /** The intent that a refund is of. */
  readonly refundOf?: string
  readonly created?: Span
  /** What the reference can have made; anything, if absent. */
  readonly made?: Made['object']
}

/** A span of time, in seconds. */
interface Span {
  readonly gte: number
  readonly lte?: number
}

const hour = 3600

/**
 * Where a call's intent or refund is: when it was made, up to an hour before the call was opened, since clocks differ, and until the last
 * moment at which it may have been repeated; and whose it is, if the call says so.
 */
export const placeOfCall = ({ openedAt, kind, customer, method, of }: KnownCall): Place => {
  const opened = Math.floor(new Date(openedAt).getTime() / 1000)
  const owner = (method === undefined ? undefined : readStored(method)?.customer) ?? customer
  return {
    created: { gte: opened - hour, lte: opened + 25 * hour },
    ...(owner !== undefined && kind !== 'refund' && { customer: owner }),
    ...(of !== undefined && kind === 'refund' && { refundOf: of }),
    made: kind === 'refund' ? 'refund' : kind === 'verify' ? 'setup_intent' : 'payment_intent',
  }
}

const pageSize = 100

/**
 * The intent or refund that names a reference, on all pages of the lists, the newest first; undefined if there certainly is none.
 * Lists show an object as soon as it was made; the Search interface shows it only later, and is never used. An intent that keeps a closed
 * reference from being used belongs to no customer: a caller who wants to use the reference finds it under its key.
 */
export const findByReference = async (
  account: StripeAccount,
  reference: string,
  place: Place = {},
): Promise<Made | undefined> => {
  account.refuseIfMismatched()
  const { paymentIntents, setupIntents, refunds } = account.client
  const created = place.created ?? { gte: Math.floor(account.connectedAt.getTime() / 1000) }
  const { customer, refundOf, made } = place
  if (refundOf !== undefined) return firstOf(refunds.list({ limit: pageSize, payment_intent: refundOf }), reference)
  if (customer !== undefined) {
    const within = { limit: pageSize, created, customer }
    const found =
      (made === 'setup_intent' ? undefined : await firstOf(paymentIntents.list(within), reference)) ??
      (made === 'payment_intent' ? undefined : await firstOf(setupIntents.list(within), reference))
    return found && readIntent(account, found.id)
  }
  // Closing a reference makes a payment intent, whatever the reference was for.
  const { shared } = account
  const payment = await shared.paymentIntents.find(created, reference)
  if (payment !== undefined) return readIntent(account, payment.id)
  const setup = made === 'payment_intent' ? undefined : await shared.setupIntents.find(created, reference)
  if (setup !== undefined) return readIntent(account, setup.id)
  return made === undefined || made === 'refund' ? shared.refunds.find(created, reference) : undefined
}

/** The first of a list, page by page, that names the reference. */
export const firstOf = async <Object extends { readonly metadata: Stripe.Metadata | null }>(
  list: AsyncIterable<Object>,
  reference: string,
): Promise<Object | undefined> => {
  for await (const object of list) if (object.metadata?.[referenceEntry] === reference) return object
  return undefined
}
