import { createTransport, type Transport } from './checkout/transport.ts'
import { pollDelayMs } from './checkout/poll-delay.ts'
import type { Catalogue } from './messages/checkout-catalogue.ts'

/** What the element takes from outside the page: a test passes its own. */
export interface Parts {
  /** The service, as the element reaches it. */
  readonly openTransport: (server: string, sessionId: string) => Transport
  /** Where a session's card frame is. */
  readonly frameUrlOf: (server: string, sessionId: string) => string
  /** Messages as a build leaves them. */
  readonly compile: (messages: Partial<Catalogue>) => Partial<Catalogue>
  /** How long to wait before asking about an unknown payment again, in milliseconds. */
  readonly pollDelayMs: (asked: number) => number
}

/** The parts of an element in a shop. */
export const realParts: Parts = {
  openTransport: createTransport,
  frameUrlOf: (server, sessionId) => `${server}/frame/${encodeURIComponent(sessionId)}`,
  compile: (messages) => messages,
  pollDelayMs,
}
