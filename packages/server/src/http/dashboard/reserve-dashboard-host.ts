import { Problem } from '@billing-checkout/contract'
import type { Request, RequestHandler } from 'express'
import { isAtHost } from '../requests/is-at-host.ts'

/** The origins of the dashboard and of everything else. */
export interface DashboardHostOrigins {
  readonly dashboardOrigin: () => string
  readonly publicUrl: () => string
}

/**
 * Reserves the dashboard's origin for the dashboard, if the operator gave it its own host. A flaw in a shoppers' page then exposes neither
 * the cookie nor the pages of users. That host only serves the dashboard's page, its script's requests, the scripts of the price preview,
 * logos, health checks and metrics. Other hosts redirect requests for the dashboard's page to that host. They refuse sign-ins and dashboard
 * requests, because a browser may still have an older cookie for them.
 */
export const reserveDashboardHost =
  ({ dashboardOrigin, publicUrl }: DashboardHostOrigins): RequestHandler =>
  (request, response, next) => {
    const [own, other] = [new URL(dashboardOrigin()), new URL(publicUrl())]
    if (own.origin === other.origin) return next()
    if (isAtHost(own, other, request)) {
      if (isByDashboard(request) || dashboardPaths.test(request.path)) return next()
      throw new Problem('not_found', `This host has the dashboard and nothing else; the service is at ${publicUrl()}.`)
    }
    if (isByDashboard(request) || signInPaths.test(request.path))
      throw new Problem('not_found', `Users sign in at ${own.origin}/dashboard, not at this host.`)
    if (!pagePaths.test(request.path)) return next()
    response.set('Cache-Control', 'no-store').redirect(303, `${own.origin}${request.url}`)
  }

/** Whether the dashboard's script seems to have sent a request; `isDashboardRequest` decides what the request may do. */
const isByDashboard = (request: Request): boolean =>
  request.get('X-Billing-Dashboard') === '1' && request.get('Authorization') === undefined

const dashboardPaths =
  /^\/(dashboard([/-]|$)|billing-(checkout|portal)(-[0-9a-f]+)?\.js$|assets\/|logos\/|healthz$|readyz$|metrics$)/
const signInPaths = /^\/dashboard-(session|set-up|invitation)(\/|$)/
const pagePaths = /^\/dashboard(\/|$)/
