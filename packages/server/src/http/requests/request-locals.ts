import type { Request, Response } from 'express'
import { networkAddressOf } from '../proxies/network-address-of.ts'

/** The facts about a request that the access log and the error body state. */
export interface RequestLocals {
  requestId: string
  /** The route's pattern. The path itself may contain a session id, which grants access. */
  pattern: string | undefined
  operation: string | undefined
  organizationId: string | undefined
}

/** The facts of the request that `response` answers. */
export const requestLocalsOf = (response: Response): RequestLocals => response.locals as RequestLocals

/** The sender of a request, as the audit log names it. */
export const actorOf = (request: Request, response: Response) => ({
  address: networkAddressOf(request),
  requestId: requestLocalsOf(response).requestId,
})
