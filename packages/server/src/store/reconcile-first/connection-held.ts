import { Problem } from '@billing-checkout/contract'

/**
 * Thrown when nothing may be sent over a connection now: 503, to be tried again after a minute. What belongs to the connection waits for it
 * and is sent nowhere else; only a sealed card, which belongs to none, is charged over the next route (DECISIONS 3).
 */
export class ConnectionHeld extends Problem {
  readonly connection: string

  constructor(connection: string, message = 'The connection to the processor is paused or disabled; try again later.') {
    super('unavailable', message, { retryAfterSeconds: 60 })
    this.connection = connection
  }
}
