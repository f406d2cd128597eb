import { type BillingClient, type BillingError } from '@billing-checkout/client'
import type { OrderBook } from './order-book.ts'

/**
 * Lets the order book hear every event, in order, until the signal ends it. This is the only way an order becomes paid: a
 * browser can close, lie or come back twice, an event does neither.
 */
export const fulfil = async (
  client: BillingClient,
  book: OrderBook,
  signal: AbortSignal,
  onTrouble: (error: BillingError) => void,
): Promise<void> => {
  const events = client.followEvents({ after: book.lastEvent, signal, pollSeconds: 1, onTrouble })
  for await (const event of events) book.hear(event)
}
