import type { Request, Response } from 'express'
import { portalSessionSeconds } from '../../billing/portal/open-portal-session.ts'
import { deriveToken, mintToken } from '../../credentials/secret-tokens.ts'
import { readCookie } from '../../http/requests/read-cookie.ts'
import type { HostedPagesDependencies } from '../hosted/hosted-router.ts'
import { formFieldOf } from '../hosted/form-token.ts'

/** Sets the cookie of a portal session. No script can read it, and browsers do not send it with other sites' requests. */
export const setPortalCookie = (parts: HostedPagesDependencies, response: Response, cookie: string): void =>
  void response.cookie(cookieName(parts), cookie, {
    path: '/portal',
    httpOnly: true,
    secure: new URL(parts.publicUrl()).protocol === 'https:',
    sameSite: 'strict',
    maxAge: portalSessionSeconds * 1000,
  })

/** The cookie in a request; empty if there is none. */
export const portalCookieOf = (parts: HostedPagesDependencies, request: Request): string =>
  readCookie(request, cookieName(parts))

/** The field of a link's form that makes the form different in each browser that opens the link. */
export const browserField = (): string => `<input type="hidden" name="browser" value="${mintToken()}">`

/**
 * The cookie of the session that a link's form begins, derived from the form. If the customer presses the button twice, the browser drops
 * the first answer and its cookie, so both answers must set the same cookie. In another browser, the form begins a session with another
 * cookie.
 */
export const portalCookieOfForm = ({ pagesKey }: HostedPagesDependencies, request: Request): string => {
  const browser = formFieldOf(request, 'browser')
  // Null instead of an empty text, as in other versions of the server: during an upgrade, all servers must derive the same cookie.
  const account = formFieldOf(request, 'account') || null
  if (!/^[0-9a-f]{40}$/.test(browser)) return mintToken()
  return deriveToken(pagesKey, JSON.stringify(['portal', request.path, browser, account]))
}

/** With the prefix `__Secure-`, browsers accept the cookie only over TLS. */
const cookieName = ({ publicUrl }: Pick<HostedPagesDependencies, 'publicUrl'>): string =>
  new URL(publicUrl()).protocol === 'https:' ? '__Secure-portal' : 'portal'
