/** A call that may move money, as sent to the processor. */
export interface MadeCall {
  readonly reference: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** Whether it contains a typed card, which can be charged once. */
  readonly isOneTime: boolean
  /**
   * Whether its reference was closed while the call could still have arrived in time, whatever the clock of the worker that closed it
   * showed.
   */
  readonly closedTooEarly: boolean
}
