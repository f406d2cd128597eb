import { type BillingClient, type BillingError } from '@billing-checkout/client'
import type { OrderBook } from './order-book.ts'

/**
 * Lets the order book hear every event, in order, until the signal ends it. Webhooks tell it sooner; this is what finds everything
 * that was missed while the shop was closed. An order becomes paid by events only: a browser can close, lie or come back twice, an
 * event does neither.
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
