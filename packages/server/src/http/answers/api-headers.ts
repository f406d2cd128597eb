import helmet from 'helmet'
import type { Request, RequestHandler, Response } from 'express'

/**
 * Reads the headers that helmet sets. They are the same for every answer, and setting them from a map is cheaper than ten handlers for each
 * request.
 */
const setByHelmet = (handler: RequestHandler): ReadonlyMap<string, string> => {
  const headers = new Map<string, string>()
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  }
  let isDone = false
  handler({} as Request, response as unknown as Response, () => {
    isDone = true
  })
  if (!isDone) throw new TypeError('The headers of answers are not known at once.')
  return headers
}

const ofJson = new Map([
  ...setByHelmet(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      referrerPolicy: { policy: 'no-referrer' },
      // Without subdomains, because only the operator knows which of their other hosts use HTTPS.
      strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
      xFrameOptions: { action: 'deny' },
      // Switched off, because these headers only matter for documents or for very old browsers.
      crossOriginOpenerPolicy: false,
      originAgentCluster: false,
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
    }),
  ),
  ['Cache-Control', 'no-store'] as const,
])

/** Sets the headers of every JSON answer: it is data, not a page, and no cache may store it. */
export const apiHeaders: RequestHandler = (_request, response, next) => {
  response.setHeaders(ofJson)
  next()
}
