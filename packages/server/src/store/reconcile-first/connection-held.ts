import { Problem } from '@billing-checkout/contract'

/**
 * Thrown if nothing may be sent over a connection now: a 503 with the advice to retry after a minute. Work that belongs to the connection
 * waits and is not sent elsewhere. Only a sealed card, which belongs to no connection, is charged over the next route (DECISIONS 3).
 */
export class ConnectionHeld extends Problem {
  readonly connection: string

  constructor(connection: string, message = 'The connection to the processor is paused or disabled; try again later.') {
    super('unavailable', message, { retryAfterSeconds: 60 })
    this.connection = connection
  }
}
