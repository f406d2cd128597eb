import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '@billing-checkout/contract'
import type { Request, Response } from 'express'
import type { Logger } from 'pino'
import { networkAddressOf } from '../../../http/proxies/network-address-of.ts'
import type { RateLimiter } from '../../../http/rate-limit.ts'

const slowMillis = 1000

/**
 * Delays a caller that has used up the minute's requests, and logs the address. It refuses no caller, because a consumer must always be
 * able to cancel or withdraw.
 */
export const delayBusyCaller = async (
  { rateLimiter, logger }: { readonly rateLimiter: RateLimiter; readonly logger: Logger },
  request: Request,
  response: Response,
): Promise<void> => {
  try {
    await rateLimiter.count(request, response, null)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'rate_limited') throw error
    logger.warn({ address: networkAddressOf(request) }, 'an address sends very many declarations; they are kept')
    response.removeHeader('Retry-After')
    await wait(slowMillis)
  }
}
