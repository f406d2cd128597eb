import { createTransport, type Transport } from './checkout/transport.ts'
import { pollDelayMs } from './checkout/poll-delay.ts'
import { type Catalogue, loadCatalogue } from './messages/checkout-catalogue.ts'
import type { Locale } from './messages/locales.ts'

/** What the element takes from outside the page: a test passes its own. */
export interface Parts {
  /** The service, as the element reaches it. */
  readonly openTransport: (server: string, sessionId: string) => Transport
  /** Where a session's card frame is. */
  readonly frameUrlOf: (server: string, sessionId: string) => string
  /** The messages in a locale. */
  readonly loadCatalogue: (locale: Locale) => Promise<Partial<Catalogue>>
  /** How long to wait before asking about an unknown payment again, in milliseconds. */
  readonly pollDelayMs: (asked: number) => number
}

/** The parts of an element in a shop. */
export const realParts: Parts = {
  openTransport: createTransport,
  frameUrlOf: (server, sessionId) => `${server}/frame/${encodeURIComponent(sessionId)}`,
  loadCatalogue,
  pollDelayMs,
}
