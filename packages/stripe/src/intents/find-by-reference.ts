import type { KnownCall } from '@billing-checkout/server/processor'
import type { Stripe } from 'stripe'
import { parseStoredToken } from '../money-request.ts'
import type { StripeAccount } from '../stripe-account.ts'
import { readIntent } from './read-intent.ts'
import { type Intent, referenceMetadataKey } from './requests.ts'
import type { Span } from './shared-list.ts'

/** An object that was made at Stripe under a reference. */
type CreatedObject = Intent | Stripe.Refund

/** The objects to search: one customer's intents, one intent's refunds, or all objects of a span of time. */
export interface SearchScope {
  readonly customer?: string
  /** The intent that was refunded. */
  readonly refundOf?: string
  readonly created?: Span
  /** The type of object to look for; absent: any. */
  readonly type?: CreatedObject['object']
}

const hour = 3600

/**
 * The scope in which a call's intent or refund can be found: the intents of its customer or the refunds of its payment, if known. The span
 * begins an hour before the call was opened, because clocks differ, and ends with the last possible repetition.
 */
export const scopeOfCall = ({ openedAt, kind, customer, method, of }: KnownCall): SearchScope => {
  const opened = Math.floor(new Date(openedAt).getTime() / 1000)
  const owner = (method === undefined ? undefined : parseStoredToken(method)?.customer) ?? customer
  return {
    created: { gte: opened - hour, lte: opened + 25 * hour },
    ...(owner !== undefined && kind !== 'refund' && { customer: owner }),
    ...(of !== undefined && kind === 'refund' && { refundOf: of }),
    type: kind === 'refund' ? 'refund' : kind === 'verify' ? 'setup_intent' : 'payment_intent',
  }
}

const pageSize = 100

/**
 * Finds the newest intent or refund that names a reference; undefined if there certainly is none. We read lists,
 * because Stripe's Search lags. A placeholder of a closed reference has no customer, so a search by customer misses it;
 * a caller that uses the reference then finds its idempotency key taken.
 */
export const findByReference = async (
  account: StripeAccount,
  reference: string,
  scope: SearchScope = {},
): Promise<CreatedObject | undefined> => {
  account.refuseIfMismatched()
  const { paymentIntents, setupIntents, refunds } = account.client
  const created = scope.created ?? { gte: Math.floor(account.connectedAt.getTime() / 1000) }
  const { customer, refundOf, type } = scope
  if (refundOf !== undefined)
    return findWithReference(refunds.list({ limit: pageSize, payment_intent: refundOf }), reference)
  if (customer !== undefined) {
    const within = { limit: pageSize, created, customer }
    const found =
      (type === 'setup_intent' ? undefined : await findWithReference(paymentIntents.list(within), reference)) ??
      (type === 'payment_intent' ? undefined : await findWithReference(setupIntents.list(within), reference))
    return found && readIntent(account, found.id)
  }
  // Always search payment intents: whatever a closed reference was for, its placeholder is a payment intent.
  const { shared } = account
  const payment = await shared.paymentIntents.find(created, reference)
  if (payment !== undefined) return readIntent(account, payment.id)
  const setup = type === 'payment_intent' ? undefined : await shared.setupIntents.find(created, reference)
  if (setup !== undefined) return readIntent(account, setup.id)
  return type === undefined || type === 'refund' ? shared.refunds.find(created, reference) : undefined
}

/** The first object of a list that names the reference, page by page. */
export const findWithReference = async <Object extends { readonly metadata: Stripe.Metadata | null }>(
  list: AsyncIterable<Object>,
  reference: string,
): Promise<Object | undefined> => {
  for await (const object of list) if (object.metadata?.[referenceMetadataKey] === reference) return object
  return undefined
}
