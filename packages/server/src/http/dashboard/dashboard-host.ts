import { Problem } from '@billing-checkout/contract'
import type { RequestHandler } from 'express'
import { isAtHost } from '../requests/is-at-host.ts'

/** Where the dashboard is, and where all the rest. */
export interface DashboardHostParts {
  readonly dashboardOrigin: () => string
  readonly publicUrl: () => string
}

/**
 * Keeps the dashboard's origin for the dashboard, if the operator gave it a host of its own. A flaw in a page for shoppers then reaches
 * neither the cookie nor the pages of users. That host answers the dashboard's page, what its script requests, the scripts of the price
 * preview, health checks and metrics. The other host redirects requests for the page, and has no sign-in.
 */
export const dashboardHost =
  ({ dashboardOrigin, publicUrl }: DashboardHostParts): RequestHandler =>
  (request, response, next) => {
    const [own, other] = [new URL(dashboardOrigin()), new URL(publicUrl())]
    if (own.origin === other.origin) return next()
    if (isAtHost(own, other, request)) {
      if (request.get('X-Billing-Dashboard') === '1' || ofDashboard.test(request.path)) return next()
      throw new Problem('not_found', `This host has the dashboard and nothing else; the service is at ${publicUrl()}.`)
    }
    if (ofSignIn.test(request.path))
      throw new Problem('not_found', `Users sign in at ${own.origin}/dashboard, not at this host.`)
    if (!ofPage.test(request.path)) return next()
    response.set('Cache-Control', 'no-store').redirect(303, `${own.origin}${request.url}`)
  }

const ofDashboard =
  /^\/(dashboard([/-]|$)|billing-(checkout|portal)(-[0-9a-f]+)?\.js$|assets\/|healthz$|readyz$|metrics$)/
const ofSignIn = /^\/dashboard-(session|set-up|invitation)(\/|$)/
const ofPage = /^\/dashboard(\/|$)/
