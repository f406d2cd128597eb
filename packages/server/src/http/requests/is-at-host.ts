import type { Request } from 'express'

/**
 * Whether a request was sent to the first of two of our hosts. Proxies often leave out the port, so the port only counts if the host names
 * are equal.
 */
export const isAtHost = (own: URL, other: URL, { host, hostname }: Request): boolean =>
  own.hostname === other.hostname ? host === own.host : hostname?.toLowerCase() === own.hostname
