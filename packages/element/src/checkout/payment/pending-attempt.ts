/** A payment attempt whose answer is not known yet. It is stored, so that it survives a reload of the page. */
export interface PendingAttempt {
  readonly key: string
  /** Null until the server has returned the payment's id. */
  readonly paymentId: string | null
  /** The id of the session's latest payment before this attempt. A different payment found later belongs to this attempt. */
  readonly formerPaymentId: string | null
}

/** Stores pending attempts in `sessionStorage`, or nowhere if the browser forbids it. */
export interface PendingAttempts {
  readonly find: (sessionId: string) => PendingAttempt | null
  readonly store: (sessionId: string, attempt: PendingAttempt) => void
  /** Adds the payment's id to the stored attempt. */
  readonly setPaymentId: (sessionId: string, paymentId: string) => void
  readonly forget: (sessionId: string) => void
}

/** Whether `payment` is the result of `attempt`. */
export const isPaymentOfAttempt = (attempt: PendingAttempt, payment: { readonly id: string }): boolean =>
  attempt.paymentId === null ? payment.id !== attempt.formerPaymentId : payment.id === attempt.paymentId

const storageKeyOf = (sessionId: string): string => `billing-checkout:${sessionId}`

/** Whether an attempt for a session is stored. */
export const hasPendingAttempt = (sessionId: string): boolean => {
  try {
    return sessionStorage.getItem(storageKeyOf(sessionId)) !== null
  } catch {
    return false
  }
}

/**
 * Stores attempts in `storage`. If the storage throws (blocked or full), the attempt is not stored, and a reload forgets it; the payment
 * itself is not affected.
 */
export const createPendingAttempts = (storage: () => Storage): PendingAttempts => {
  const tryTo = <Value>(action: (storage: Storage) => Value): Value | null => {
    try {
      return action(storage())
    } catch {
      return null
    }
  }
  const find = (sessionId: string) =>
    tryTo((storage) => JSON.parse(storage.getItem(storageKeyOf(sessionId)) ?? 'null') as PendingAttempt | null)
  const store = (sessionId: string, pending: PendingAttempt): void =>
    void tryTo((storage) => storage.setItem(storageKeyOf(sessionId), JSON.stringify(pending)))
  return {
    find,
    store,
    setPaymentId(sessionId, paymentId) {
      const pending = find(sessionId)
      if (pending !== null) store(sessionId, { ...pending, paymentId })
    },
    forget: (sessionId) => tryTo((storage) => storage.removeItem(storageKeyOf(sessionId))),
  }
}
