import type { Request, Response } from 'express'
import { sessionSeconds } from '../../billing/portal/portal-token.ts'
import type { HostedParts } from '../hosted/hosted-router.ts'

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
export const cookieOf = (parts: HostedParts, request: Request): string => {
  const name = cookieName(parts)
  const pairs = (request.get('Cookie') ?? '').split(';').map((pair) => pair.trim().split('='))
  const named = pairs.filter(([key]) => key === name)
  // A second cookie of this name was set by another host of the same site, which must not choose whose account is shown.
  return (named.length === 1 && named[0]?.[1]) || ''
}

/** The prefix makes browsers refuse the cookie unless it came over TLS. */
const cookieName = ({ publicUrl }: Pick<HostedParts, 'publicUrl'>): string =>
  new URL(publicUrl()).protocol === 'https:' ? '__Secure-portal' : 'portal'
