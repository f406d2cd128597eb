/** An attempt whose answer is not known yet, kept across reloads of the page. */
export interface PendingAttempt {
  readonly key: string
  /** Null until the server has named the payment. */
  readonly paymentId: string | null
  /** The session's latest payment before this attempt, so that another one found later is known to be this attempt's. */
  readonly formerPaymentId: string | null
}

/** Where pending attempts are kept: `sessionStorage`, or nothing where a browser forbids it. */
export interface PendingAttempts {
  readonly find: (sessionId: string) => PendingAttempt | null
  readonly keep: (sessionId: string, attempt: PendingAttempt) => void
  readonly forget: (sessionId: string) => void
}

/** Whether `payment` is what became of `attempt`. */
export const isOutcomeOf = (attempt: PendingAttempt, payment: { readonly id: string }): boolean =>
  attempt.paymentId === null ? payment.id !== attempt.formerPaymentId : payment.id === attempt.paymentId

const nameFor = (sessionId: string): string => `billing-checkout:${sessionId}`

/** Keeps attempts in `storage`; a storage that throws (blocked, full) only costs the memory, never the payment. */
export const pendingAttemptsIn = (storage: () => Storage): PendingAttempts => {
  const attempt = <Value>(action: (storage: Storage) => Value): Value | null => {
    try {
      return action(storage())
    } catch {
      return null
    }
  }
  return {
    find: (sessionId) =>
      attempt((store) => JSON.parse(store.getItem(nameFor(sessionId)) ?? 'null') as PendingAttempt | null),
    keep: (sessionId, pending) => attempt((store) => store.setItem(nameFor(sessionId), JSON.stringify(pending))),
    forget: (sessionId) => attempt((store) => store.removeItem(nameFor(sessionId))),
  }
}
