import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import { requestLocalsOf } from './request-locals.ts'

/** The only version of the interface; every answer names it. */
export const apiVersion = '1.0.0'

/**
 * Headers of every answer, including pages, files and redirects: later requests use HTTPS, no content is mistaken for another type, and
 * URLs, which may contain a session's id, are not sent as referrer. Routes add their own headers.
 */
const commonHeaders = new Map(
  Object.entries({
    // Does not include subdomains, because only the operator knows which of their other hosts use HTTPS. Browsers ignore this header over
    // HTTP.
    'Strict-Transport-Security': 'max-age=31536000',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-API-Version': apiVersion,
  }),
)

/** Gives every request our own id, because an id from the caller could be forged or repeated, and returns it in a header. */
export const assignRequestId: RequestHandler = (_request, response, next) => {
  const requestId = `req_${randomUUID()}`
  Object.assign(requestLocalsOf(response), {
    requestId,
    pattern: undefined,
    operation: undefined,
    organizationId: undefined,
  })
  response.setHeaders(commonHeaders)
  response.setHeader('X-Request-Id', requestId)
  next()
}
