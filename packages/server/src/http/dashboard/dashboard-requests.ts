import type { Request } from 'express'
import { isSecureUrl } from '../../config/is-public.ts'
import { readCookie } from '../requests/read-cookie.ts'

/**
 * The name of the dashboard's cookie. Over TLS it has the prefix `__Host-`, with which browsers accept it only over TLS, from this host,
 * for all paths.
 */
export const dashboardCookie = (dashboardOrigin: string): string =>
  isHttps(dashboardOrigin) ? '__Host-billing_dashboard' : 'billing_dashboard'

/** The name of the cookie that a browser keeps while its user is at the identity provider. */
export const identityCookie = (dashboardOrigin: string): string => `${dashboardCookie(dashboardOrigin)}_identity`

/** Whether users may sign in: over TLS, or on this machine. */
export const maySignIn = (dashboardOrigin: string): boolean => isSecureUrl(dashboardOrigin)

/**
 * Whether our own dashboard sent a request, including reads. Before another site may send the header `X-Billing-Dashboard`, browsers ask us
 * for permission, which we never give. The request must also have `Sec-Fetch-Site` or `Origin`, and neither may name another origin,
 * because other hosts of the same site share its cookies. A request with an `Authorization` header is never the dashboard's.
 */
export const isDashboardRequest = (request: Request, dashboardOrigin: string): boolean => {
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
  isDashboardRequest(request, dashboardOrigin) && maySignIn(dashboardOrigin)
    ? readCookie(request, dashboardCookie(dashboardOrigin))
    : ''

const isHttps = (dashboardOrigin: string): boolean => new URL(dashboardOrigin).protocol === 'https:'
