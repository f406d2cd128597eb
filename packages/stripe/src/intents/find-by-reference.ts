import type { Stripe } from 'stripe'
import type { StripeAccount } from '../stripe-account.ts'
import { readIntent } from './read-intent.ts'
import { referenceEntry } from './requests.ts'

/** Whatever a reference made at Stripe. */
export type Made = Stripe.PaymentIntent | Stripe.SetupIntent | Stripe.Refund

/** Where to look: at one customer's intents, or at what was made in a span of time. */
export interface Place {
  readonly customer?: string
  readonly created?: Stripe.RangeQueryParam
}

const hour = 3600

/**
 * When whatever a call made was made, if it was opened at this moment: up to an hour before, since clocks differ, and until the last
 * moment at which it may have been repeated.
 */
export const placeOfCall = (openedAt: string): Place => {
  const opened = Math.floor(new Date(openedAt).getTime() / 1000)
  return { created: { gte: opened - hour, lte: opened + 25 * hour } }
}

const pageSize = 100

/**
 * The intent or refund that names a reference, on all pages of the lists, the newest first; undefined where there certainly is none.
 * Lists show what was made as soon as it was; the Search interface does so only later, and is never asked.
 */
export const findByReference = async (
  account: StripeAccount,
  reference: string,
  place: Place = {},
): Promise<Made | undefined> => {
  account.refuseIfMismatched()
  const { paymentIntents, setupIntents } = account.client
  return (
    (await findIntent(account, paymentIntents.list(intentsIn(account, place)), reference)) ??
    (await findIntent(account, setupIntents.list(intentsIn(account, place)), reference)) ??
    // A refund belongs to no customer.
    (place.customer === undefined ? await findRefund(account, reference, place) : undefined)
  )
}

const sinceConnected = ({ connectedAt }: StripeAccount, { created }: Place): Stripe.RangeQueryParam =>
  created ?? { gte: Math.floor(connectedAt.getTime() / 1000) }

const intentsIn = (account: StripeAccount, place: Place) => ({
  limit: pageSize,
  created: sinceConnected(account, place),
  ...(place.customer !== undefined && { customer: place.customer }),
})

/** The intent of a list that names the reference, with what lists leave out. */
const findIntent = async (
  account: StripeAccount,
  list: AsyncIterable<Stripe.PaymentIntent | Stripe.SetupIntent>,
  reference: string,
): Promise<Stripe.PaymentIntent | Stripe.SetupIntent | undefined> => {
  const found = await firstOf(list, reference)
  return found && readIntent(account, found.id)
}

const findRefund = (account: StripeAccount, reference: string, place: Place): Promise<Stripe.Refund | undefined> =>
  firstOf(account.client.refunds.list({ limit: pageSize, created: sinceConnected(account, place) }), reference)

/** The first of a list, page by page, that names the reference. */
export const firstOf = async <Object extends { readonly metadata: Stripe.Metadata | null }>(
  list: AsyncIterable<Object>,
  reference: string,
): Promise<Object | undefined> => {
  for await (const object of list) if (object.metadata?.[referenceEntry] === reference) return object
  return undefined
}
