import type { Request, Response } from 'express'
import { sessionSeconds } from '../../billing/portal/open-portal-session.ts'
import { deriveToken, mintToken } from '../../credentials/secret-tokens.ts'
import { readCookie } from '../../http/requests/read-cookie.ts'
import type { HostedParts } from '../hosted/hosted-router.ts'
import { fieldOf } from '../hosted/form-token.ts'

/** Sets the cookie of a portal session. No script can read it, and browsers do not send it with other sites' requests. */
export const setPortalCookie = (parts: HostedParts, response: Response, cookie: string): void =>
  void response.cookie(cookieName(parts), cookie, {
    path: '/portal',
    httpOnly: true,
    secure: new URL(parts.publicUrl()).protocol === 'https:',
    sameSite: 'strict',
    maxAge: sessionSeconds * 1000,
  })

/** The cookie in a request; empty if there is none. */
export const cookieOf = (parts: HostedParts, request: Request): string => readCookie(request, cookieName(parts))

/** The field of a link's form that makes the form different in each browser that opens the link. */
export const browserField = (): string => `<input type="hidden" name="browser" value="${mintToken()}">`

/**
 * The cookie of the session that a link's form begins, derived from the form. If the customer presses the button twice, the browser drops
 * the first answer and its cookie, so both answers must set the same cookie. In another browser, the form begins a session with another
 * cookie.
 */
export const cookieOfForm = ({ pagesKey }: HostedParts, request: Request): string => {
  const browser = fieldOf(request, 'browser')
  // Null instead of an empty text, as in other versions of the server: during an upgrade, all servers must derive the same cookie.
  const account = fieldOf(request, 'account') || null
  if (!/^[0-9a-f]{40}$/.test(browser)) return mintToken()
  return deriveToken(pagesKey, JSON.stringify(['portal', request.path, browser, account]))
}

/** With the prefix `__Secure-`, browsers accept the cookie only over TLS. */
const cookieName = ({ publicUrl }: Pick<HostedParts, 'publicUrl'>): string =>
  new URL(publicUrl()).protocol === 'https:' ? '__Secure-portal' : 'portal'
