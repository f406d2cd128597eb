import type { Request } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'

/**
 * The origin of a request for rate limits: an IPv4 address, or the /56 network of an IPv6 address. A household gets that many addresses, so
 * an attacker that tests cards could otherwise use a new one for each request.
 */
export const addressOf = ({ ip }: Pick<Request, 'ip'>): string => ipKeyGenerator(ip ?? 'unknown')
