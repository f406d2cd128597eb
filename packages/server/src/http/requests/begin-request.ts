import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import { factsOf } from './request-facts.ts'

/** The one version of the interface, which every answer names. */
export const apiVersion = '1.0.0'

/**
 * Headers of every answer, page, file and redirect alike: the next request comes by HTTPS, no content is mistaken for another
 * type, and addresses, which may hold a session's id, are not passed on as referrer. Routes add what only they need.
 */
const headersOfAll = new Map(
  Object.entries({
    // Only the operator knows which of their other hosts speak HTTPS. Browsers obey this header only when it came by HTTPS.
    'Strict-Transport-Security': 'max-age=31536000',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-API-Version': apiVersion,
  }),
)

/** Gives every request an id of our own (one from outside could be forged or repeated) and names it in the answer. */
export const beginRequest: RequestHandler = (_request, response, next) => {
  const requestId = `req_${randomUUID()}`
  Object.assign(factsOf(response), {
    requestId,
    pattern: undefined,
    operation: undefined,
    organizationId: undefined,
  })
  response.setHeaders(headersOfAll)
  response.setHeader('X-Request-Id', requestId)
  next()
}
