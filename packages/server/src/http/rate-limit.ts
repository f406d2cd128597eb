import { Problem } from '@billing-checkout/contract'
import type { Request, Response } from 'express'
import { MemoryStore, rateLimit } from 'express-rate-limit'
import { addressOf } from './proxies/address-of.ts'
import type { Principal } from '../organization/caller-context.ts'

/** Counts requests of callers and refuses those that are too many. */
export interface RateLimiter {
  /** Throws `rate_limited` once the caller has used up the minute's requests; `RateLimit` headers say how many are left. */
  count(request: Request, response: Response, principal: Principal | null): Promise<void>
  stop(): void
}

/**
 * At most `perMinute` requests a minute for every API key, every session and every address of callers who have neither. Each
 * process counts for itself, so with several servers a caller may make that many requests at each (DECISIONS 9).
 */
export const createRateLimiter = (perMinute: number | 'off'): RateLimiter => {
  if (perMinute === 'off') return { count: async () => {}, stop: () => {} }
  const store = new MemoryStore()
  const limit = rateLimit({
    windowMs: 60_000,
    limit: perMinute,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    store,
    // Its checks would print to the console whatever a stranger's X-Forwarded-For header provokes.
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
    stop: () => store.shutdown(),
  }
}

const counterOf = (request: Request, principal: Principal | null): string => {
  if (principal === null) return `address ${addressOf(request)}`
  return principal.kind === 'merchant' ? `key ${principal.keyId}` : `session ${principal.sessionId}`
}

const rateLimited = (perMinute: number, retryAfterSeconds: number): Problem =>
  new Problem('rate_limited', `At most ${perMinute} requests a minute are answered; try again later.`, {
    retryAfterSeconds: Number.isFinite(retryAfterSeconds) ? retryAfterSeconds : 60,
  })
