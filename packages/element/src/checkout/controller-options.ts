import type { AfterClick } from '../views/lazy-parts.ts'
import type { PendingAttempts } from './pending-attempt.ts'
import type { CheckoutReader, PaymentCalls } from './transport.ts'

/** What a controller works with. */
export interface ControllerOptions {
  readonly sessionId: string
  /** The element's own `locale`, or null to leave the language to the session, page and browser. */
  readonly locale: string | null
  readonly languages: readonly string[]
  readonly reader: CheckoutReader
  /** What speaks to the server about a payment, once one is made; by default as payment-calls.ts does. */
  readonly calls?: PaymentCalls | undefined
  /** Origin of the server, perhaps with a path. */
  readonly server: string
  readonly pending: PendingAttempts
  /** Dispatches an event on the element, once its first view is drawn, and then calls `after`. */
  readonly emit: (event: Event, after?: () => void) => void
  /** What is needed from the shopper's click on, fetched now if `isAsked`, else when it comes; null when it cannot be had. */
  readonly afterClick: (isAsked: boolean) => Promise<AfterClick | null>
  /** Something to show has changed. */
  readonly onChange: () => void
  /** How long to wait between two questions about an unknown payment, in milliseconds; by default as poll-delay.ts says. */
  readonly pollDelayMs?: ((asked: number) => number) | undefined
}
