import type { Request, Response } from 'express'
import { addressOf } from '../proxies/address-of.ts'

/** The facts about a request that the access log and the error body state. */
export interface RequestFacts {
  requestId: string
  /** The route's pattern. The path itself may contain a session id, which grants access. */
  pattern: string | undefined
  operation: string | undefined
  organizationId: string | undefined
}

/** The facts of the request that `response` answers. */
export const factsOf = (response: Response): RequestFacts => response.locals as RequestFacts

/** The sender of a request, as the audit log names it. */
export const actorOf = (request: Request, response: Response) => ({
  address: addressOf(request),
  requestId: factsOf(response).requestId,
})
