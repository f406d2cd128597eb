import { type CheckoutReader, createCheckoutReader, type PaymentCalls } from './checkout/requests/transport.ts'
import type { Catalogue } from './messages/checkout-catalogue.ts'

/** The element's connections to the server and its build; a test passes replacements. */
export interface ElementDependencies {
  /** Creates the calls that read a session. */
  readonly openReader: (server: string, sessionId: string) => CheckoutReader
  /** The calls that pay a session; default: those of payment-calls.ts. */
  readonly calls?: PaymentCalls
  /** The address of a session's card frame. */
  readonly frameUrlOf: (server: string, sessionId: string) => string
  /** Compiles messages into the form that the build ships. */
  readonly compile: (messages: Partial<Catalogue>) => Partial<Catalogue>
  /** Returns the pause before the next query of an unknown outcome, in milliseconds; default: that of poll-delay.ts. */
  readonly pollDelayMs?: (asked: number) => number
}

/** The connections of an element in a real shop. */
export const productionDependencies: ElementDependencies = {
  openReader: createCheckoutReader,
  frameUrlOf: (server, sessionId) => `${server}/frame/${encodeURIComponent(sessionId)}`,
  compile: (messages) => messages,
}
