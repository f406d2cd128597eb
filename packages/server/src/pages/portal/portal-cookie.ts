import type { Request, Response } from 'express'
import { sessionSeconds } from '../../billing/portal/portal-token.ts'
import type { HostedParts } from '../hosted/hosted-router.ts'
import { readCookie } from '../../http/requests/read-cookie.ts'

/** Gives the browser the cookie of a session, which no script reads and no other site sends. */
export const setPortalCookie = (parts: HostedParts, response: Response, cookie: string): void =>
  void response.cookie(cookieName(parts), cookie, {
    path: '/portal',
    httpOnly: true,
    secure: new URL(parts.publicUrl()).protocol === 'https:',
    sameSite: 'strict',
    maxAge: sessionSeconds * 1000,
  })

/** The cookie that the browser sends; empty if it sends none. */
export const cookieOf = (parts: HostedParts, request: Request): string => readCookie(request, cookieName(parts))

/** The prefix makes browsers refuse the cookie unless it came over TLS. */
const cookieName = ({ publicUrl }: Pick<HostedParts, 'publicUrl'>): string =>
  new URL(publicUrl()).protocol === 'https:' ? '__Secure-portal' : 'portal'
