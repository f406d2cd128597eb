import { Router } from 'express'
import { createHash, timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { ObserveRequest } from '../http/access-log.ts'
import { factsOf } from '../http/request-facts.ts'

/** Counts requests and prints what was counted. */
export interface Metrics {
  readonly observe: ObserveRequest
  readonly router: Router
}

/** Prometheus metrics at `/metrics`, for who has the token; without a token there is no such path. */
export const createMetrics = (token: string | null): Metrics => {
  const router = Router({ caseSensitive: true, strict: true })
  if (token === null) return { observe: () => {}, router }
  const register = new Registry()
  collectDefaultMetrics({ register })
  const durations = new Histogram({
    name: 'billing_checkout_request_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['operation', 'status'] as const,
    registers: [register],
  })
  router.get('/metrics', async (request, response, next) => {
    if (!isSame(request.get('Authorization') ?? '', `Bearer ${token}`)) return next()
    factsOf(response).pattern = '/metrics'
    response
      .set('Cache-Control', 'no-store')
      .type(register.contentType)
      .send(await register.metrics())
  })
  return { observe: (operation, status, seconds) => durations.observe({ operation, status }, seconds), router }
}

const isSame = (given: string, expected: string): boolean => timingSafeEqual(digestOf(given), digestOf(expected))

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
