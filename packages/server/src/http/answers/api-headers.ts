import helmet from 'helmet'
import type { RequestHandler } from 'express'

/** Headers of every JSON answer: it is data and no page, and nobody may cache it. */
export const apiHeaders: RequestHandler[] = [
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    // Only the operator knows which of their other hosts speak HTTPS.
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
    // These are for documents, or for browsers of long ago.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }),
  (_request, response, next) => {
    response.set('Cache-Control', 'no-store')
    next()
  },
]
