import { Problem } from '@billing-checkout/contract'
import type { Request, Response } from 'express'
import { rateLimit } from 'express-rate-limit'
import type { Principal } from '../organization/caller-context.ts'
import type { Database } from '../store/database.ts'
import { addRequests } from '../store/requests/request-counts.ts'
import { networkAddressOf } from './proxies/network-address-of.ts'
import { sharedCounts } from './shared-counts.ts'

/** Counts requests by caller and refuses those above the limit. */
export interface RateLimiter {
  /** Throws `rate_limited` once the caller has used up the minute's requests. `RateLimit` headers state how many are left. */
  count(request: Request, response: Response, principal: Principal | null): Promise<void>
  stop(): void
}

/**
 * Allows `perMinute` requests a minute for every API key, user and session, and for every network address without any of these. Servers
 * over the same `shared` database count together, within about a second; without a database, this server counts alone.
 */
export const createRateLimiter = (perMinute: number | 'off', shared?: Database): RateLimiter => {
  if (perMinute === 'off') return { count: async () => {}, stop: () => {} }
  const counts = sharedCounts({
    perMinute,
    add: async (requests) => (shared === undefined ? [] : addRequests(shared, requests)),
  })
  const timer = setInterval(() => void counts.exchange(), 1000)
  timer.unref()
  const limit = rateLimit({
    windowMs: 60_000,
    limit: perMinute,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    store: { increment: counts.increment, decrement: () => {}, resetKey: () => {} },
    // The library's checks would write to the console for any X-Forwarded-For header that a caller invents.
    validate: false,
    keyGenerator: (request, response) => counterOf(request, response.locals['principal'] as Principal | null),
    handler: (_request, response, next) => next(rateLimited(perMinute, Number(response.get('Retry-After')))),
  })
  return {
    count: (request, response, principal) =>
      new Promise((resolve, reject) => {
        response.locals['principal'] = principal
        const settle = (error?: unknown) => (error === undefined ? resolve() : reject(error as Error))
        Promise.resolve(limit(request, response, settle)).catch(reject)
      }),
    stop: () => clearInterval(timer),
  }
}

const counterOf = (request: Request, principal: Principal | null): string => {
  if (principal === null) return `address ${networkAddressOf(request)}`
  if (principal.kind === 'user') return `user ${principal.userId}`
  return principal.kind === 'merchant'
    ? `key ${principal.keyId}`
    : `${principal.kind === 'portal' ? 'portal' : 'session'} ${principal.sessionId}`
}

const rateLimited = (perMinute: number, retryAfterSeconds: number): Problem =>
  new Problem('rate_limited', `At most ${perMinute} requests a minute are answered; try again later.`, {
    retryAfterSeconds: Number.isFinite(retryAfterSeconds) ? retryAfterSeconds : 60,
  })
