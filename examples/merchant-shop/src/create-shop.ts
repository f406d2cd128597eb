import { BillingError } from '@billing-checkout/client'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import { fileURLToPath } from 'node:url'
import { awayPage, brokenPage, missingPage } from './pages/plain-pages.ts'
import { accountRoutes } from './routes/account-routes.ts'
import { checkoutRoutes } from './routes/checkout-routes.ts'
import { frontRoutes } from './routes/front-routes.ts'
import { orderRoutes } from './routes/order-routes.ts'
import { timeRoutes } from './routes/time-routes.ts'
import { webhookRoutes } from './routes/webhook-routes.ts'
import type { Shop } from './shop.ts'
import { show } from './show.ts'
import { readVisit } from './visit.ts'

/** The shop as an Express app; the caller starts listening. */
export const createShop = (shop: Shop): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(
    express.static(assets, {
      index: false,
      cacheControl: false,
      setHeaders: (response) => void response.set(staticHeaders),
    }),
  )
  // Must come before any middleware that parses bodies, because a webhook's signature covers the raw body.
  app.use(webhookRoutes(shop))
  app.use(express.urlencoded({ extended: false, limit: '4kb', parameterLimit: 10 }))
  app.use(frontRoutes(shop), checkoutRoutes(shop), accountRoutes(shop), orderRoutes(shop), timeRoutes(shop))
  app.use(missing(shop), broken(shop))
  return app
}

const assets = fileURLToPath(new URL('../assets', import.meta.url))
const staticHeaders = { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' }

const missing =
  (shop: Shop): RequestHandler =>
  (request, response) => {
    const visit = readVisit(request, response)
    show(response.status(404), visit, missingPage(visit), shop)
  }

/** Express recognizes an error handler by its four parameters. */
const broken =
  (shop: Shop): ErrorRequestHandler =>
  (error: unknown, request, response, _next) => {
    const visit = readVisit(request, response)
    const { status, pageOf } = problemPageOf(error)
    if (status === 500) console.error(error)
    if (status === 503) response.set('Retry-After', '5')
    show(response.status(status), visit, pageOf(visit), shop)
  }

const problemPageOf = (error: unknown) => {
  if (error instanceof BillingError) {
    if (error.code === 'not_found') return { status: 404, pageOf: missingPage }
    if (awayCodes.has(error.code)) return { status: 503, pageOf: awayPage }
  }
  // Express itself throws errors with a status of 400 to 499, for example for a malformed address or a form that is too large.
  return isRefusal(error) ? { status: error.status, pageOf: missingPage } : { status: 500, pageOf: brokenPage }
}

const awayCodes: ReadonlySet<BillingError['code']> = new Set([
  'connection_failed',
  'timed_out',
  'unexpected_answer',
  'unavailable',
  'rate_limited',
] as const)

const isRefusal = (error: unknown): error is { readonly status: number } =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  Number(error.status) >= 400 &&
  Number(error.status) < 500
