import type { Request } from 'express'

/**
 * Returns the value of a cookie; empty if there is none or there are several. Another host of the same site may have set a second cookie,
 * so neither can be trusted.
 */
export const readCookie = (request: Request, name: string): string => {
  const pairs = (request.get('Cookie') ?? '').split(';').map((pair) => pair.trim().split('='))
  const named = pairs.filter(([key]) => key === name)
  return (named.length === 1 && named[0]?.[1]) || ''
}
