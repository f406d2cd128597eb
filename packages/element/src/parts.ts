import { type CheckoutReader, createReader, type PaymentCalls } from './checkout/requests/transport.ts'
import type { Catalogue } from './messages/checkout-catalogue.ts'

/** The element's connections to the server and its build; a test passes its own. */
export interface Parts {
  /** Opens the calls that read a session. */
  readonly openReader: (server: string, sessionId: string) => CheckoutReader
  /** The calls of a payment; default: as in payment-calls.ts. */
  readonly calls?: PaymentCalls
  /** The address of a session's card frame. */
  readonly frameUrlOf: (server: string, sessionId: string) => string
  /** Turns messages into the form that a build ships. */
  readonly compile: (messages: Partial<Catalogue>) => Partial<Catalogue>
  /** The pause before querying an unknown outcome again, in milliseconds; default: as in poll-delay.ts. */
  readonly pollDelayMs?: (asked: number) => number
}

/** The real ones, for an element in a shop. */
export const realParts: Parts = {
  openReader: createReader,
  frameUrlOf: (server, sessionId) => `${server}/frame/${encodeURIComponent(sessionId)}`,
  compile: (messages) => messages,
}
