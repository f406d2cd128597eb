import { Problem } from '@billing-checkout/contract'

/** Thrown when a connection is paused or disabled. Its work waits until it is enabled, and is sent nowhere else. */
export class ConnectionHeld extends Problem {
  readonly connection: string

  constructor(connection: string, message = 'The connection to the processor is paused or disabled; try again later.') {
    super('unavailable', message, { retryAfterSeconds: 60 })
    this.connection = connection
  }
}
