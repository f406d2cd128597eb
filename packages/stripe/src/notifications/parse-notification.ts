import type { NotificationSecret, ParsedNotification } from '@billing-checkout/server/processor'
import type { Stripe } from 'stripe'
import type { StripeType } from '../methods/kinds.ts'
import { tokenOfStored } from '../money-request.ts'
import type { StripeAccount } from '../stripe-account.ts'
import { isReadType } from './event-types.ts'

/** A notification as it came. */
export interface SentNotification {
  readonly rawBody: string
  readonly headers: Readonly<Record<string, string>>
  /** By the wall clock. */
  readonly now: string
}

/** Seconds for which a signature is good. */
const toleranceSeconds = 300

/** Reads a notification that is signed by one of the account's secrets: there are two while one takes the place of the other. */
export const parseNotification = (
  account: StripeAccount,
  secrets: readonly NotificationSecret[],
  sent: SentNotification,
): ParsedNotification => {
  const good = secrets.filter(({ goodUntil }) => goodUntil === null || Date.parse(goodUntil) > Date.parse(sent.now))
  const signed = (seconds: number) =>
    good.map(({ secret }) => checked(account, secret, sent, seconds)).find((each) => each !== undefined)
  const event = signed(toleranceSeconds)
  if (event === undefined) return { kind: signed(atAnyTime) === undefined ? 'forged' : 'stale' }
  const isOurs = event.livemode === account.livemode && isReadType(event.type)
  return {
    kind: 'genuine',
    id: event.id,
    about: isOurs ? idsOf(event) : [],
    ...(event.type.startsWith('payment_intent.') && { isAboutPayment: true }),
  }
}

/** What the official client takes for a signature of any age. */
const atAnyTime = 0

const checked = (
  { client }: StripeAccount,
  secret: string,
  { rawBody, headers, now }: SentNotification,
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
 * The intent, dispute, refund or charge that an event is about; a stored method by its token. A method that was detached names the customer
 * that it belonged to before; a mandate and a customer are named by their own ids.
 */
const idsOf = (event: Stripe.Event): readonly string[] => {
  switch (event.type) {
    case 'payment_method.automatically_updated':
    case 'payment_method.updated':
    case 'payment_method.detached': {
      const { object, previous_attributes: before } = event.data
      const customer = before?.customer ?? object.customer
      const type = typeOfMethod(object.type)
      return typeof customer === 'string' ? [tokenOfStored({ customer, method: object.id, type })] : []
    }
    default:
      return 'id' in event.data.object ? [String(event.data.object.id)] : []
  }
}

const typeOfMethod = (type: string): StripeType => (type === 'paypal' || type === 'cashapp' ? type : 'card')
