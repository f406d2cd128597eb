import type { PaymentCalls } from '../requests/transport.ts'

/** What the flow of a payment works with. */
export interface PaymentFlowOptions {
  readonly sessionId: string
  /** Origin of the server, perhaps with a path. */
  readonly server: string
  /** What speaks to the server about a payment, once one is made; by default as payment-calls.ts does. */
  readonly calls?: PaymentCalls | undefined
  /** Dispatches an event on the element, once its first view is drawn, and then calls `after`. */
  readonly emit: (event: Event, after?: () => void) => void
  /** Something to show has changed. */
  readonly onChange: () => void
  /** How long to wait between two questions about an unknown payment, in milliseconds; by default as poll-delay.ts says. */
  readonly pollDelayMs?: ((asked: number) => number) | undefined
}
