/** A call that may move money, as it left for the processor. */
export interface MadeCall {
  readonly reference: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** Whether it carries a typed card, which is good for one call. */
  readonly isOneTime: boolean
  /** Whether its reference was closed before it could arrive in time, whatever the clock of who closed it says. */
  readonly closedTooEarly: boolean
}
