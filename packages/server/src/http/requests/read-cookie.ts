import type { Request } from 'express'

/** The value of a cookie; empty if there is none. A second one of its name was set by another host of the same site, so neither counts. */
export const readCookie = (request: Request, name: string): string => {
  const pairs = (request.get('Cookie') ?? '').split(';').map((pair) => pair.trim().split('='))
  const named = pairs.filter(([key]) => key === name)
  return (named.length === 1 && named[0]?.[1]) || ''
}
