/** Options of every request, in addition to what it sends. */
export interface RequestOptions {
  /** Ends the request; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** How long one attempt may take, instead of the client's own. */
  readonly timeoutSeconds?: number
}

/** What a request that changes something may be given. */
export interface WriteOptions extends RequestOptions {
  /**
   * At most 255 printable ASCII characters that stand for this one intention, such as an order number: the same key and
   * request, from this process or another, within 30 days, get the first answer again. Absent: a random one.
   */
  readonly idempotencyKey?: string
}
