import type { ParsedNotification } from '@billing-checkout/server/processor'
import type { Stripe } from 'stripe'
import type { StripeAccount } from './stripe-account.ts'

/** Seconds for which a signature is good. */
const toleranceSeconds = 300

/** Reads a notification that is signed by one of the account's secrets: there are two while one takes the place of the other. */
export const parseNotification = (
  account: StripeAccount,
  secrets: readonly string[],
  sent: { readonly rawBody: string; readonly headers: Readonly<Record<string, string>>; readonly now: string },
): ParsedNotification => {
  const event = secrets.map((secret) => checked(account, secret, sent)).find((each) => each !== undefined)
  if (event === undefined) return { kind: 'forged' }
  const isOurs =
    event.livemode === account.livemode && /^(?:charge\.dispute\.|charge\.refund|refund\.)/.test(event.type)
  return { kind: 'genuine', id: event.id, about: isOurs ? idsOf(event) : [] }
}

const checked = (
  { client }: StripeAccount,
  secret: string,
  {
    rawBody,
    headers,
    now,
  }: { readonly rawBody: string; readonly headers: Readonly<Record<string, string>>; readonly now: string },
): Stripe.Event | undefined => {
  const signature = headers['stripe-signature']
  if (signature === undefined) return undefined
  try {
    return client.webhooks.constructEvent(rawBody, signature, secret, toleranceSeconds, undefined, Date.parse(now))
  } catch {
    return undefined
  }
}

/** The dispute, refund or charge that an event is about. */
const idsOf = ({ data }: Stripe.Event): readonly string[] => ('id' in data.object ? [String(data.object.id)] : [])
