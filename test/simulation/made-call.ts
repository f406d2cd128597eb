/** A call that may move money, as sent to the processor. */
export interface MadeCall {
  readonly reference: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** Whether the call contains a typed card or a wallet token, which can be sent only once. */
  readonly hasOneTimeToken: boolean
  /**
   * Whether a worker closed the call's reference while the call could still have arrived in time. The clock of that worker, which may be
   * wrong, does not matter.
   */
  readonly closedTooEarly: boolean
}
