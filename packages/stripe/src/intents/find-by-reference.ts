import type { KnownCall } from '@billing-checkout/server/processor'
import type { Stripe } from 'stripe'
import { readStored } from '../money-request.ts'
import type { StripeAccount } from '../stripe-account.ts'
import { readIntent } from './read-intent.ts'
import { type Intent, referenceEntry } from './requests.ts'
import type { Span } from './shared-list.ts'

/** An object that was made at Stripe under a reference. */
export type Made = Intent | Stripe.Refund

/** Where to look: among one customer's intents, one intent's refunds, or the objects of a span of time. */
export interface Place {
  readonly customer?: string
  /** The intent that was refunded. */
  readonly refundOf?: string
  readonly created?: Span
  /** The type of object to look for; absent: any. */
  readonly made?: Made['object']
}

const hour = 3600

/**
 * Where to look for a call's intent or refund: among those of its customer or payment, if known, from an hour before
 * the call was opened (clocks differ) until the last moment at which it may have been repeated.
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
 * Finds the intent or refund that names a reference, the newest first; undefined if there certainly is none. It reads
 * lists, because these show an object at once; Stripe's Search lags and is never used. A placeholder of a closed
 * reference has no customer, so a search by customer misses it; a caller that wants to use the reference finds its key
 * taken.
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
  // Payment intents are always searched, because the placeholder of a closed reference is one, whatever the reference
  // was for.
  const { shared } = account
  const payment = await shared.paymentIntents.find(created, reference)
  if (payment !== undefined) return readIntent(account, payment.id)
  const setup = made === 'payment_intent' ? undefined : await shared.setupIntents.find(created, reference)
  if (setup !== undefined) return readIntent(account, setup.id)
  return made === undefined || made === 'refund' ? shared.refunds.find(created, reference) : undefined
}

/** The first object of a list that names the reference, page by page. */
export const firstOf = async <Object extends { readonly metadata: Stripe.Metadata | null }>(
  list: AsyncIterable<Object>,
  reference: string,
): Promise<Object | undefined> => {
  for await (const object of list) if (object.metadata?.[referenceEntry] === reference) return object
  return undefined
}
