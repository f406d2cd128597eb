import type { NotificationSecret, ParsedNotification } from '@billing-checkout/server/processor'
import type { Stripe } from 'stripe'
import type { StripeType } from '../methods/kinds.ts'
import { tokenOfStoredMethod } from '../money-request.ts'
import type { StripeAccount } from '../stripe-account.ts'
import { isQueriedEventType } from './event-types.ts'

/** A notification as it was received. */
export interface ReceivedNotification {
  readonly rawBody: string
  readonly headers: Readonly<Record<string, string>>
  /** The time by the wall clock. */
  readonly now: string
}

/** How many seconds a signature is valid. */
const toleranceSeconds = 300

/** Parses a notification that is signed with one of the account's secrets; there are two secrets while a secret is rotated. */
export const parseNotification = (
  account: StripeAccount,
  secrets: readonly NotificationSecret[],
  sent: ReceivedNotification,
): ParsedNotification => {
  const good = secrets.filter(({ goodUntil }) => goodUntil === null || Date.parse(goodUntil) > Date.parse(sent.now))
  const signed = (seconds: number) =>
    good.map(({ secret }) => checked(account, secret, sent, seconds)).find((each) => each !== undefined)
  const event = signed(toleranceSeconds)
  if (event === undefined) return { kind: signed(atAnyTime) === undefined ? 'forged' : 'stale' }
  const isOurs = event.livemode === account.livemode && isQueriedEventType(event.type)
  return {
    kind: 'genuine',
    id: event.id,
    about: isOurs ? idsOf(event) : [],
    ...(event.type.startsWith('payment_intent.') && { isAboutPayment: true }),
  }
}

/** Tells the official client to accept a signature of any age. */
const atAnyTime = 0

const checked = (
  { client }: StripeAccount,
  secret: string,
  { rawBody, headers, now }: ReceivedNotification,
  seconds: number,
): Stripe.Event | undefined => {
  const signature = headers['stripe-signature']
  if (signature === undefined) return undefined
  try {
    return client.webhooks.constructEvent(rawBody, signature, secret, seconds, undefined, Date.parse(now))
  } catch {
    return undefined
  }
}

/**
 * The ids that an event is about: of an intent, dispute, refund, charge, mandate or customer, or the token of a stored
 * method. For a detached method, the token names its former customer.
 */
const idsOf = (event: Stripe.Event): readonly string[] => {
  switch (event.type) {
    case 'payment_method.automatically_updated':
    case 'payment_method.updated':
    case 'payment_method.detached': {
      const { object, previous_attributes: before } = event.data
      const customer = before?.customer ?? object.customer
      const type = typeOfMethod(object.type)
      return typeof customer === 'string' ? [tokenOfStoredMethod({ customer, method: object.id, type })] : []
    }
    default:
      return 'id' in event.data.object ? [String(event.data.object.id)] : []
  }
}

const typeOfMethod = (type: string): StripeType => (type === 'paypal' || type === 'cashapp' ? type : 'card')
