/** Options of every request. */
export interface RequestOptions {
  /** Aborts the request; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** The time-out of one attempt, if it differs from the client's. */
  readonly timeoutSeconds?: number
}

/** Options of a request that changes something. */
export interface WriteOptions extends RequestOptions {
  /**
   * At most 255 printable ASCII characters that identify what you want to do, such as an order number. If the same
   * request is sent with the same key within 30 days, also by another process, it gets the first answer again. Absent:
   * a random key.
   */
  readonly idempotencyKey?: string
}
