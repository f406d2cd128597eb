import { type BillingClient, type BillingError } from '@billing-checkout/client'
import type { OrderBook } from './order-book.ts'

/**
 * Passes every event to the order book, in order, until the signal aborts. Webhooks are faster, but this loop also
 * finds the events that the shop missed while it was closed. Only an event marks an order as paid: a browser can be
 * closed, lie, or return twice.
 */
export const fulfil = async (
  client: BillingClient,
  book: OrderBook,
  signal: AbortSignal,
  onTrouble: (error: BillingError) => void,
): Promise<void> => {
  const events = client.followEvents({ after: book.lastEvent, signal, pollSeconds: 5, onTrouble })
  for await (const event of events) book.hear(event)
}
