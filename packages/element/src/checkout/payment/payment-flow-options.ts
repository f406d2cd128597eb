import type { PaymentCalls } from '../requests/transport.ts'

/** The dependencies of a payment's flow. */
export interface PaymentFlowOptions {
  readonly sessionId: string
  /** The server's origin, optionally with a path. */
  readonly server: string
  /** The calls to the server; default: those of payment-calls.ts. */
  readonly calls?: PaymentCalls | undefined
  /** Dispatches an event on the element once the element's first view is drawn, and then calls `after`. */
  readonly emit: (event: Event, after?: () => void) => void
  /** Called if the view must be drawn again. */
  readonly onChange: () => void
  /** Returns the pause between two queries of an unknown outcome, in milliseconds; default: that of poll-delay.ts. */
  readonly pollDelayMs?: ((asked: number) => number) | undefined
}
