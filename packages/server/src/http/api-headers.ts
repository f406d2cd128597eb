import helmet from 'helmet'
import type { RequestHandler } from 'express'

/** Headers of every JSON answer: it is data, it is nobody's page, and nobody keeps it. */
export const apiHeaders: RequestHandler[] = [
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
  }),
  (_request, response, next) => {
    response.set('Cache-Control', 'no-store')
    next()
  },
]
