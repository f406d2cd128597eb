/** Hears what the server does, to count it. It is called between other things, so it neither waits nor throws. */
export interface Observer {
  /** A call to a processor was answered, or was not. */
  processorCalled(call: ProcessorCalled): void
  /** A charge or verification has ended and is committed, or was blocked. */
  paymentEnded(payment: PaymentEnded): void
  /** The server has received a request that looks like a processor's notification. */
  notificationReceived(notification: NotificationReceived): void
  /** A bank or network has warned that a charge over a connection may be a fraud. */
  fraudWarned(connection: string): void
  /** A job begins to be repeated, as often as it says. */
  jobStarted(job: { readonly name: string; readonly everySeconds: number }): void
  /** A job has run. */
  jobEnded(name: string, succeeded: boolean): void
}

/** A call to a processor. */
export interface ProcessorCalled {
  readonly connection: string
  /** Its name in the port, such as `authorize`. */
  readonly call: string
  /** The processor's outcome of a movement of money, `answered` for a query, `error` if the call broke. */
  readonly outcome: string
  readonly seconds: number
}

/** How a payment ended, in the interface's words. */
export interface PaymentEnded {
  readonly type: 'MIT' | 'CIT'
  readonly status: string
  /** The code of its `status_reason`; empty if it has none. */
  readonly reason: string
}

/** A notification that was sent here. */
export interface NotificationReceived {
  /** `unknown` if no connection has it. */
  readonly connection: string
  /** `dropped`: it is about nothing of ours; `forged`: it is not signed by the processor; `stale`: it was, too long ago. */
  readonly result: 'stored' | 'repeated' | 'dropped' | 'forged' | 'stale'
}

/** Counts nothing. */
export const noObserver: Observer = {
  processorCalled: () => {},
  paymentEnded: () => {},
  notificationReceived: () => {},
  fraudWarned: () => {},
  jobStarted: () => {},
  jobEnded: () => {},
}
