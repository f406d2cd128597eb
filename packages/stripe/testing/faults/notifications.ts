import { Stripe } from 'stripe'
import type { Books } from '../books.ts'

/** A notification as it is sent: the raw body, and the signature header. */
export interface Notification {
  readonly event: Stripe.Event
  readonly body: string
  readonly signature: string
}

const signer = new Stripe('sk_test_of_nobody')

/** Signs a notification's body at a second of the wall clock. */
export const signNotification = (body: string, secret: string, timestamp: number): string =>
  signer.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })

/** Every notification that an endpoint would have received so far, in the order of the events. */
export const notificationsOf = (books: Books, endpointId: string): readonly Notification[] => {
  const endpoint = books.webhookEndpoints.get(endpointId)
  if (endpoint?.secret === undefined) throw new Error(`There is no endpoint ${endpointId}.`)
  const { secret, enabled_events: wanted } = endpoint
  const timestamp = Math.floor(books.clocks.wall().getTime() / 1000)
  return [...books.events.values()]
    .filter(({ type }) => wanted.includes('*') || wanted.includes(type))
    .map((event) => {
      const body = JSON.stringify(event)
      return { event, body, signature: signNotification(body, secret, timestamp) }
    })
}

/** Sends notifications to their endpoint one after the other, in the given order; returns the statuses of the answers. */
export const deliverNotifications = async (
  books: Books,
  endpointId: string,
  notifications: readonly Notification[],
): Promise<readonly number[]> => {
  const url = books.webhookEndpoints.get(endpointId)?.url ?? ''
  const statuses: number[] = []
  for (const { body, signature } of notifications) {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    // One at a time, because the test is about the order.
    const { status } = await fetch(url, { method: 'POST', headers, body })
    statuses.push(status)
  }
  return statuses
}
