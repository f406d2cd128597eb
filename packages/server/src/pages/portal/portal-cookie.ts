import type { Request, Response } from 'express'
import { sessionSeconds } from '../../billing/portal/portal-token.ts'
import type { HostedParts } from '../hosted/hosted-router.ts'
import { readCookie } from '../../http/requests/read-cookie.ts'

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

/** With this prefix, browsers accept the cookie only over TLS. */
const cookieName = ({ publicUrl }: Pick<HostedParts, 'publicUrl'>): string =>
  new URL(publicUrl()).protocol === 'https:' ? '__Secure-portal' : 'portal'
