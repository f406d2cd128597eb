import { Problem } from '@billing-checkout/contract'
import { type ErrorRequestHandler, raw, Router } from 'express'
import type { Billing } from '../billing/billing.ts'
import { receiveNotification } from '../billing/disputes/receive-notification.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { requestLocalsOf } from '../http/requests/request-locals.ts'

/** The parts of the router of notifications. */
export interface NotificationsRouterDependencies extends Billing {
  readonly rateLimiter: RateLimiter
}

/**
 * Receives processors' notifications. It answers 200 once a notification is stored, or dropped because it concerns nothing of ours. Without
 * a valid signature, a caller learns nothing about a connection, not even whether it exists.
 */
export const notificationsRouter = (parts: NotificationsRouterDependencies): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  const body = raw({ type: () => true, limit: bytesMax })
  router.post('/connections/:connection/notifications', async (request, response, next) => {
    requestLocalsOf(response).pattern = '/connections/{id}/notifications'
    await parts.rateLimiter.count(request, response, null)
    next()
  })
  router.post('/connections/:connection/notifications', body, async (request, response) => {
    const rawBody = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    )
    const connection = request.params['connection'] as string
    if (!(await receiveNotification(parts, { connection, rawBody, headers })))
      throw new Problem('not_found', 'No connection takes a notification with this signature here.')
    response.set('Cache-Control', 'no-store').json({ received: true })
  })
  router.use(tooLarge)
  return router
}

const bytesMax = 256 * 1024

const tooLarge: ErrorRequestHandler = (error: { readonly type?: unknown }, _request, _response, next) =>
  next(
    error.type === 'entity.too.large'
      ? new Problem('payload_too_large', `A notification must be at most ${bytesMax} bytes.`)
      : error,
  )
