import type { Request, Response } from 'express'
import { addressOf } from '../proxies/address-of.ts'

/** What is known about a request so far, for the access log and the error body. */
export interface RequestFacts {
  requestId: string
  /** The route's pattern. The path itself may contain a session id, which grants access. */
  pattern: string | undefined
  operation: string | undefined
  organizationId: string | undefined
}

/** The facts of the request that `response` answers. */
export const factsOf = (response: Response): RequestFacts => response.locals as RequestFacts

/** Who sends a request, as records of its changes name the sender. */
export const actorOf = (request: Request, response: Response) => ({
  address: addressOf(request),
  requestId: factsOf(response).requestId,
})
