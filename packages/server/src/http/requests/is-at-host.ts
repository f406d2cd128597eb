import type { Request } from 'express'

/**
 * Whether a request was sent to our host `own` and not to our host `other`. Proxies often leave out the port, so ports are only compared if
 * the two host names are equal.
 */
export const isAtHost = (own: URL, other: URL, { host, hostname }: Request): boolean =>
  own.hostname === other.hostname ? host === own.host : hostname?.toLowerCase() === own.hostname
