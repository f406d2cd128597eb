import type { Request } from 'express'
import { isLoopbackHost } from '../../config/is-public.ts'
import { readCookie } from '../requests/read-cookie.ts'

/** The cookie of the dashboard. Its prefix makes browsers refuse it unless it came over TLS, from this host, for all paths. */
export const dashboardCookie = (publicUrl: string): string =>
  isHttps(publicUrl) ? '__Host-billing_dashboard' : 'billing_dashboard'

/** Whether a browser may sign in: over TLS, or on the machine itself. */
export const maySignIn = (publicUrl: string): boolean =>
  isHttps(publicUrl) || isLoopbackHost(new URL(publicUrl).hostname)

/**
 * Whether our own dashboard sent a request, reads included. Its header makes browsers ask us first if another site sends it, and we allow
 * none; the site or the origin has to be ours, because other hosts of the same site share its cookies. A request with an
 * `Authorization` header is not the dashboard's.
 */
export const isOfDashboard = (request: Request, publicUrl: string): boolean => {
  if (request.get('X-Billing-Dashboard') !== '1' || request.get('Authorization') !== undefined) return false
  const site = request.get('Sec-Fetch-Site')
  const origin = request.get('Origin')
  if (site === undefined && origin === undefined) return false
  return (
    (site === undefined || site === 'same-origin') && (origin === undefined || origin === new URL(publicUrl).origin)
  )
}

/** The dashboard's cookie; empty if there is none, or the request is not the dashboard's. */
export const dashboardCookieOf = (request: Request, publicUrl: string): string =>
  isOfDashboard(request, publicUrl) && maySignIn(publicUrl) ? readCookie(request, dashboardCookie(publicUrl)) : ''

const isHttps = (publicUrl: string): boolean => new URL(publicUrl).protocol === 'https:'
