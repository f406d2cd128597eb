import helmet from 'helmet'
import type { RequestHandler } from 'express'

/** Headers of every JSON answer: it is data, it is nobody's page, and nobody keeps it. */
export const apiHeaders: RequestHandler[] = [
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    // Which of its other hosts speak HTTPS only the operator knows.
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
