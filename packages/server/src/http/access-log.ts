import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { requestLocalsOf } from './requests/request-locals.ts'

/** Called when a request ends, answered or aborted, with its operation, status and seconds. */
export type ObserveRequest = (operation: string, status: number, seconds: number) => void

/**
 * Logs one line for each request. It names only the route's pattern and the ids of request and organization, because a path, query, header
 * or body may contain a session id or a token.
 */
export const accessLog =
  (logger: Logger, observe: ObserveRequest): RequestHandler =>
  (request, response, next) => {
    const started = performance.now()
    response.once('close', () => {
      const millis = performance.now() - started
      const facts = requestLocalsOf(response)
      const status = response.writableFinished ? response.statusCode : clientClosedStatus
      observe(facts.operation ?? 'none', status, millis / 1000)
      logger.info(
        {
          request_id: facts.requestId,
          organization: facts.organizationId,
          operation: facts.operation,
          method: request.method,
          route: facts.pattern,
          status,
          ms: Math.round(millis * 10) / 10,
        },
        'answered',
      )
    })
    next()
  }

/** The status that is logged if the caller disconnected before the answer was sent; nginx uses the same number. */
const clientClosedStatus = 499
