/**
 * Receives reports of the server's work, for counting. It must neither block nor throw, because its callers continue directly after each
 * call.
 */
export interface Observer {
  /** A call to a processor was answered or failed. */
  processorCalled(call: ProcessorCalled): void
  /** A charge or verification has ended and is committed, or was blocked. */
  paymentEnded(payment: PaymentEnded): void
  /** The server has received a request that looks like a processor's notification. */
  notificationReceived(notification: NotificationReceived): void
  /** A bank or card network has warned that a charge over this connection may be fraudulent. */
  fraudWarned(connection: string): void
  /** A job has started to run repeatedly. */
  jobStarted(job: { readonly name: string; readonly everySeconds: number }): void
  /** A job has run. */
  jobEnded(name: string, succeeded: boolean): void
}

/** A call to a processor. */
export interface ProcessorCalled {
  readonly connection: string
  /** The name of the method in the processor's interface, such as `authorize`. */
  readonly call: string
  /** The processor's outcome for a movement of money, `answered` for a query, `error` if the call failed. */
  readonly outcome: string
  readonly seconds: number
}

/** How a payment ended, in the API's terms. */
export interface PaymentEnded {
  readonly type: 'MIT' | 'CIT'
  readonly status: string
  /** The `decline_code` of the payment's `status_reason`; empty if there is none. */
  readonly reason: string
}

/** A notification that this server received. */
export interface NotificationReceived {
  /** `unknown` if the notification was sent to an address that no connection has. */
  readonly connection: string
  /** `dropped`: it concerns none of our objects; `forged`: the processor did not sign it; `stale`: it was signed too long ago. */
  readonly result: 'stored' | 'repeated' | 'dropped' | 'forged' | 'stale'
}

/** An observer that counts nothing. */
export const noObserver: Observer = {
  processorCalled: () => {},
  paymentEnded: () => {},
  notificationReceived: () => {},
  fraudWarned: () => {},
  jobStarted: () => {},
  jobEnded: () => {},
}
