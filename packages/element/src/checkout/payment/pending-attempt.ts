/** An attempt whose answer is not known yet, kept across reloads of the page. */
export interface PendingAttempt {
  readonly key: string
  /** Null until the server has named the payment. */
  readonly paymentId: string | null
  /** The session's latest payment before this attempt, so that another one found later is known to be this attempt's. */
  readonly formerPaymentId: string | null
}

/** Where pending attempts are kept: `sessionStorage`, or nothing if a browser forbids it. */
export interface PendingAttempts {
  readonly find: (sessionId: string) => PendingAttempt | null
  readonly keep: (sessionId: string, attempt: PendingAttempt) => void
  /** Adds the id that the server gave the attempt's payment. */
  readonly name: (sessionId: string, paymentId: string) => void
  readonly forget: (sessionId: string) => void
}

/** Whether `payment` is what became of `attempt`. */
export const isOutcomeOf = (attempt: PendingAttempt, payment: { readonly id: string }): boolean =>
  attempt.paymentId === null ? payment.id !== attempt.formerPaymentId : payment.id === attempt.paymentId

const nameFor = (sessionId: string): string => `billing-checkout:${sessionId}`

/** Whether an attempt at a session is kept in the page's storage. */
export const hasPendingAttempt = (sessionId: string): boolean => {
  try {
    return sessionStorage.getItem(nameFor(sessionId)) !== null
  } catch {
    return false
  }
}

/** Keeps attempts in `storage`; a storage that throws (blocked, full) only costs the memory, never the payment. */
export const pendingAttemptsIn = (storage: () => Storage): PendingAttempts => {
  const attempt = <Value>(action: (storage: Storage) => Value): Value | null => {
    try {
      return action(storage())
    } catch {
      return null
    }
  }
  const find = (sessionId: string) =>
    attempt((store) => JSON.parse(store.getItem(nameFor(sessionId)) ?? 'null') as PendingAttempt | null)
  const keep = (sessionId: string, pending: PendingAttempt): void =>
    void attempt((store) => store.setItem(nameFor(sessionId), JSON.stringify(pending)))
  return {
    find,
    keep,
    name(sessionId, paymentId) {
      const pending = find(sessionId)
      if (pending !== null) keep(sessionId, { ...pending, paymentId })
    },
    forget: (sessionId) => attempt((store) => store.removeItem(nameFor(sessionId))),
  }
}
