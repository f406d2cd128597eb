import { type CheckoutReader, createReader, type PaymentCalls } from './checkout/requests/transport.ts'
import type { Catalogue } from './messages/checkout-catalogue.ts'

/** What the element takes from outside the page: a test passes its own. */
export interface Parts {
  /** The service, as the element reads it. */
  readonly openReader: (server: string, sessionId: string) => CheckoutReader
  /** The service, as the element pays by it; by default as payment-calls.ts does. */
  readonly calls?: PaymentCalls
  /** Where a session's card frame is. */
  readonly frameUrlOf: (server: string, sessionId: string) => string
  /** Messages as a build leaves them. */
  readonly compile: (messages: Partial<Catalogue>) => Partial<Catalogue>
  /** How long to wait before asking about an unknown payment again, in milliseconds; by default as poll-delay.ts says. */
  readonly pollDelayMs?: (asked: number) => number
}

/** The parts of an element in a shop. */
export const realParts: Parts = {
  openReader: createReader,
  frameUrlOf: (server, sessionId) => `${server}/frame/${encodeURIComponent(sessionId)}`,
  compile: (messages) => messages,
}
