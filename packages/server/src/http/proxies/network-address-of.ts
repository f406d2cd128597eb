import type { Request } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'

/**
 * The sender of a request for rate limits: an IPv4 address, or the /56 network of an IPv6 address. A household gets a whole /56, so an
 * attacker that tests cards could otherwise use a new address for each request.
 */
export const networkAddressOf = ({ ip }: Pick<Request, 'ip'>): string => ipKeyGenerator(ip ?? 'unknown')
