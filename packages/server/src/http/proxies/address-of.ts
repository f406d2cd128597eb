import type { Request } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'

/**
 * Where a request comes from, as far as limits are concerned: an IPv4 address, or the /56 network of an IPv6 address. A
 * household is given that many addresses, and whoever tries out cards could use a new one every time.
 */
export const addressOf = ({ ip }: Pick<Request, 'ip'>): string => ipKeyGenerator(ip ?? 'unknown')
