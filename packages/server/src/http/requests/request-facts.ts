import type { Response } from 'express'

/** What is known of a request so far, for the access log and the error body. */
export interface RequestFacts {
  requestId: string
  /** The route's pattern, never the path itself: a path may hold a session id, which is a capability. */
  pattern: string | undefined
  operation: string | undefined
  organizationId: string | undefined
}

/** The facts of the request that `response` answers. */
export const factsOf = (response: Response): RequestFacts => response.locals as RequestFacts
