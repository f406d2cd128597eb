import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import { factsOf } from './request-facts.ts'

/** The one version of the interface (interface 9). */
export const apiVersion = '1.0.0'

/** Gives every request an id of our own (one from outside could be forged or repeated) and names it in the answer. */
export const beginRequest: RequestHandler = (_request, response, next) => {
  const requestId = `req_${randomUUID()}`
  Object.assign(factsOf(response), {
    requestId,
    pattern: undefined,
    operation: undefined,
    organizationId: undefined,
  })
  response.set({ 'X-Request-Id': requestId, 'X-API-Version': apiVersion })
  next()
}
