import type { Request } from 'express'

/**
 * Whether a request came to one of our hosts and not to the other. Proxies often leave out the port, which matters only if nothing else
 * distinguishes the two.
 */
export const isAtHost = (own: URL, other: URL, { host, hostname }: Request): boolean =>
  own.hostname === other.hostname ? host === own.host : hostname?.toLowerCase() === own.hostname
