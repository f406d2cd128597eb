import type { Request } from 'express'
import { isSecureUrl } from '../../config/is-public.ts'
import { readCookie } from '../requests/read-cookie.ts'

/** The cookie of the dashboard. Its prefix makes browsers refuse it unless it came over TLS, from this host, for all paths. */
export const dashboardCookie = (dashboardOrigin: string): string =>
  isHttps(dashboardOrigin) ? '__Host-billing_dashboard' : 'billing_dashboard'

/** The cookie of a browser that was sent to the identity provider, until it is back. */
export const identityCookie = (dashboardOrigin: string): string => `${dashboardCookie(dashboardOrigin)}_identity`

/** Whether a browser may sign in: over TLS, or on the machine itself. */
export const maySignIn = (dashboardOrigin: string): boolean => isSecureUrl(dashboardOrigin)

/**
 * Whether our own dashboard sent a request, reads included. Its header makes browsers ask us first if another site sends it, and we allow
 * none; the site or the origin has to be ours, because other hosts of the same site share its cookies. A request with an
 * `Authorization` header is not the dashboard's.
 */
export const isOfDashboard = (request: Request, dashboardOrigin: string): boolean => {
  if (request.get('X-Billing-Dashboard') !== '1' || request.get('Authorization') !== undefined) return false
  const site = request.get('Sec-Fetch-Site')
  const origin = request.get('Origin')
  if (site === undefined && origin === undefined) return false
  return (
    (site === undefined || site === 'same-origin') &&
    (origin === undefined || origin === new URL(dashboardOrigin).origin)
  )
}

/** The dashboard's cookie; empty if there is none, or the request is not the dashboard's. */
export const dashboardCookieOf = (request: Request, dashboardOrigin: string): string =>
  isOfDashboard(request, dashboardOrigin) && maySignIn(dashboardOrigin)
    ? readCookie(request, dashboardCookie(dashboardOrigin))
    : ''

const isHttps = (dashboardOrigin: string): boolean => new URL(dashboardOrigin).protocol === 'https:'
